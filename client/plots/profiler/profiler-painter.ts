/** Paints all cells of the profiler in one frame, outside React. */
import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { ScalarRows } from "@understudy/shared/api/emulator-profile.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { percentText } from "@understudy/shared/number-text.ts";
import { fullText, rangeText } from "@understudy/shared/quantities/quantity-text.ts";
import type { Palette } from "../model/palette.ts";
import type { Range } from "../model/ranges.ts";
import type { CellScene } from "./cell-drawing.ts";
import { findShare } from "./column-axis.ts";
import { computeRowShares, createRowFinder, type NearbyRow, type RowShares } from "./nearby-rows.ts";
import {
  collectGoals,
  DESIRABILITY_ROW,
  desirabilityCurve,
  getCurve,
  getPresentValue,
  growOutputRange,
  overallAt,
  type Profile,
  type ProfilerInput,
  type ProfilerOutput,
} from "./profiler-data.ts";
import { type CellBox, createProfilerSheet, NO_BOX } from "./profiler-sheet.ts";

/** The painter is given this content, besides the predictions. */
export type ProfilerContent = {
  readonly inputs: readonly ProfilerInput[];
  readonly outputs: readonly ProfilerOutput[];
  readonly rows: ScalarRows | null;
  readonly palette: Palette;
  readonly showUncertainties: boolean;
};

type Source = {
  readonly getProfile: () => Profile | null;
  readonly getPoint: () => InputPoint;
  /** Called when the axis of an output has changed. */
  readonly onRange: (output: string, range: Range) => void;
};

type PaintedCell = {
  readonly element: HTMLElement;
  readonly input: string;
  readonly output: string;
  box: CellBox;
  /** The position of the present point along the input, as the element has it. */
  present: number;
};

/** Texts for people who do not see the cells are written when nothing has moved for this long (ms). */
const TEXT_DELAY_MS = 200;
const FULL_SHARES: Range = [-0.03, 1.03];

export function createProfilerPainter({ getProfile, getPoint, onRange }: Source) {
  const cells = new Map<string, PaintedCell>();
  const ranges = new Map<string, Range>();
  let content: ProfilerContent | null = null;
  let rowShares: ReadonlyMap<string, RowShares> = new Map();
  let frame = 0;
  let textTimer: ReturnType<typeof setTimeout> | undefined;
  let paintedProfile: Profile | null = null;
  let paintedPoint: InputPoint = {};
  /** All cells are painted: their content, their size or their number is another. */
  let isChanged = true;
  /** The grid tells how many answers have been painted, for tests and measurements. */
  let answerCount = 0;
  let grid: HTMLElement | null = null;
  const sheet = createProfilerSheet();
  const findRows = createRowFinder();

  function paint(): void {
    frame = 0;
    const context = sheet.getContext();
    if (content === null || context === null) return;
    isChanged ||= sheet.isOutdated();
    const profile = getProfile();
    const point = getPoint();
    // Until the answer comes, only the cross lines of the inputs that were moved change.
    const isAnswer = profile !== paintedProfile || isChanged;
    if (isAnswer) growRanges(ranges, content, profile, onRange);
    const isMoved = (input: string): boolean => isAnswer || point[input] !== paintedPoint[input];
    const near = findRows(rowShares, point);
    if (isChanged) sheet.measure(cells.values());
    for (const cell of cells.values()) {
      const { input, output, box } = cell;
      if (box.width === 0 || !isMoved(input)) continue;
      const present = { profile, point, near: near.get(input) ?? [] };
      const scene = createScene(content, ranges, present, input, output);
      if (scene === null) continue;
      sheet.paint(context, scene, box, content.palette);
      if (scene.current.x !== cell.present) {
        cell.present = scene.current.x;
        cell.element.style.setProperty("--present", String(cell.present));
      }
    }
    if (grid !== null && profile !== paintedProfile) grid.dataset.answers = String(++answerCount);
    paintedProfile = profile;
    paintedPoint = point;
    isChanged = false;
    clearTimeout(textTimer);
    textTimer = setTimeout(writeTexts, TEXT_DELAY_MS);
  }

  /** Writes the values of all cells for people who do not see them. */
  function writeTexts(): void {
    for (const { element, input, output } of cells.values()) describe(element, input, output);
  }

  function describe(element: HTMLElement, inputName: string, outputName: string): void {
    const input = content?.inputs.find(({ name }) => name === inputName);
    if (content === null || input === undefined) return;
    const value = getPoint()[inputName] ?? 0;
    const share = Math.round(100 * findShare(input.axis, value));
    element.setAttribute("aria-valuenow", String(Number.isNaN(share) ? 0 : share));
    element.setAttribute("aria-valuetext", describeCell(content, getProfile(), input, outputName, value));
  }

  const schedule = (): void => {
    if (frame === 0) frame = requestAnimationFrame(paint);
  };
  const repaint = (): void => {
    isChanged = true;
    schedule();
  };

  return {
    /** Paints what has moved. */
    schedule,
    /** Paints all cells. */
    repaint,
    /** The axes begin anew where an output has another one. */
    setContent: (next: ProfilerContent): void => {
      for (const output of next.outputs) {
        const before = content?.outputs.find(({ name }) => name === output.name);
        if (String(before?.range) !== String(output.range)) ranges.delete(output.name);
      }
      if (next.rows !== content?.rows || next.inputs !== content.inputs)
        rowShares =
          next.rows === null
            ? new Map()
            : computeRowShares(next.rows, new Map(next.inputs.map(({ name, axis }) => [name, axis])));
      content = next;
      repaint();
    },
    setGrid: (element: HTMLElement | null): void => {
      grid = element;
    },
    /** The canvas behind all cells. */
    setSheet: (element: HTMLCanvasElement | null): void => {
      sheet.setCanvas(element);
      repaint();
    },
    /** Adds a cell, or takes it away. */
    setCell: (input: string, output: string, element: HTMLElement | null): void => {
      const key = JSON.stringify([input, output]);
      if (element === null) cells.delete(key);
      else cells.set(key, { element, input, output, box: NO_BOX, present: Number.NaN });
      repaint();
    },
    describe,
    end: (): void => {
      cancelAnimationFrame(frame);
      clearTimeout(textTimer);
      frame = 0;
    },
  };
}

/** Grows the axes of the outputs to their curves. */
function growRanges(
  ranges: Map<string, Range>,
  { outputs, showUncertainties }: ProfilerContent,
  profile: Profile | null,
  onRange: Source["onRange"],
): void {
  for (const output of outputs) {
    const before = ranges.get(output.name);
    const range = before ?? output.range;
    const next = profile === null ? range : growOutputRange(range, output, profile, showUncertainties);
    if (next === before) continue;
    ranges.set(output.name, next);
    onRange(output.name, next);
  }
}

export type ProfilerPainter = ReturnType<typeof createProfilerPainter>;

type Present = { profile: Profile | null; point: InputPoint; near: readonly NearbyRow[] };

function createScene(
  content: ProfilerContent,
  ranges: ReadonlyMap<string, Range>,
  { profile, point, near }: Present,
  inputName: string,
  outputName: string,
): CellScene | null {
  const input = content.inputs.find(({ name }) => name === inputName);
  const output = content.outputs.find(({ name }) => name === outputName);
  const isDesirability = outputName === DESIRABILITY_ROW;
  if (input === undefined || (output === undefined && !isDesirability)) return null;
  const { axis, isLocked } = input;
  const column = profile?.columns[inputName];
  const x = (column?.x ?? []).map((value) => findShare(axis, value));
  const common = {
    x,
    stepWidth: axis.kind === "steps" ? 1 / axis.values.length : null,
    outside: profile?.prediction.is_outside.slice(column?.from ?? 0, (column?.from ?? 0) + x.length) ?? [],
    isLocked,
    isDesirability,
  };
  const currentX = findShare(axis, point[inputName] ?? Number.NaN);
  if (output === undefined) {
    const goals = collectGoals(content.outputs);
    return {
      ...common,
      values: profile === null ? [] : desirabilityCurve(goals, profile, inputName),
      bounds: null,
      overlays: [],
      rows: [],
      current: { x: currentX, y: profile === null ? null : overallAt(goals, profile.prediction, 0) },
      range: FULL_SHARES,
    };
  }
  const toAxis = (value: number): number =>
    output.isLogarithmic ? Math.log10(Math.max(value, Number.MIN_VALUE)) : value;
  const curve = profile && getCurve(profile, profile.prediction, inputName, outputName);
  const present = profile?.prediction.outputs[outputName]?.values[0];
  const rowValues = content.rows?.outputs[outputName] ?? [];
  return {
    ...common,
    values: curve?.values.map(toAxis) ?? [],
    bounds:
      curve && content.showUncertainties
        ? { lower: curve.lower.map(toAxis), upper: curve.upper.map(toAxis) }
        : null,
    overlays:
      profile === null || profile.overlaid === inputName
        ? []
        : profile.overlays.map(({ prediction }) =>
            getCurve(profile, prediction, inputName, outputName).values.map(toAxis),
          ),
    rows: near.flatMap(({ at, share, nearness }) => {
      const value = rowValues[at] ?? null;
      return value === null || Number.isNaN(share) ? [] : [{ x: share, y: toAxis(value), nearness }];
    }),
    current: { x: currentX, y: present === undefined ? null : toAxis(present) },
    range: ranges.get(outputName) ?? output.range,
  };
}

/** A cell in words: `Width 12.3 mm: Stress 3.2000 MPa, 95% bounds 3.0 to 3.4 MPa`. */
function describeCell(
  { outputs }: ProfilerContent,
  profile: Profile | null,
  { label, unit }: ProfilerInput,
  outputName: string,
  value: ScalarValue,
): string {
  const here = `${label} ${typeof value === "number" ? fullText(value / unit.multiplier, unit, "short") : value}`;
  if (profile === null) return here;
  if (outputName === DESIRABILITY_ROW) {
    const overall = overallAt(collectGoals(outputs), profile.prediction, 0);
    return `${here}: overall desirability ${percentText(overall)}`;
  }
  const output = outputs.find((candidate) => candidate.name === outputName);
  const present = getPresentValue(profile, outputName);
  if (output === undefined || present === null) return here;
  const { multiplier } = output.unit;
  const bounds = rangeText(present.lower / multiplier, present.upper / multiplier, output.unit);
  return `${here}: ${output.label} ${fullText(present.value / multiplier, output.unit)}, 95% bounds ${bounds}`;
}
