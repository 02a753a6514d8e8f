/** A grid of every scalar output over every input through the sliders' point. A drag in a cell moves its input. */

import type { PageFacts, PageInput, PageOutput } from "@understudy/shared/domain/exported-page.ts";
import { displayName } from "@understudy/shared/domain/variable.ts";
import { fullText, rangeText } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { startRange } from "#predictions/axis-range.ts";
import type { Parameter } from "#predictions/parameters.ts";
import type { Palette } from "../plots/model/palette.ts";
import {
  extent,
  growRange,
  limitToNearby,
  logExtent,
  mergeRanges,
  type Range,
} from "../plots/model/ranges.ts";
import { type CellScene, drawCell, shareAtPixel } from "../plots/profiler/cell-drawing.ts";
import { type ColumnAxis, findShare, findValue, moveBySteps } from "../plots/profiler/column-axis.ts";
import { computeRowShares, findNearbyRows, type NearbyRow } from "../plots/profiler/nearby-rows.ts";
import { createElement, createFrame } from "./elements.ts";
import type { OutputValues, PageModel, PageView } from "./page-model.ts";
import { createAxis, createProfileRun, type ProfileColumn } from "./profile.ts";
import { toScalarRows } from "./rows.ts";
import type { Move } from "./sliders.ts";

type GridInput = { readonly input: PageInput; readonly name: string; readonly axis: ColumnAxis };
/** A scalar output with its place among all outputs. */
type GridOutput = { readonly output: PageOutput; readonly at: number };
type Cell = { readonly canvas: HTMLCanvasElement; readonly column: GridInput; readonly row: GridOutput };

const STEPS_BY_KEY: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  PageUp: 10,
  PageDown: -10,
};

export function createProfilerGrid(
  { model, facts }: { model: PageModel; facts: PageFacts },
  parameters: readonly Parameter[],
  move: Move,
  onRelease: () => void,
) {
  const inputs = parameters.flatMap((parameter): GridInput[] => {
    const input = facts.inputs.find(({ definition }) => definition.name === parameter.name);
    return input === undefined ? [] : [{ input, name: parameter.name, axis: createAxis(parameter) }];
  });
  const outputs = facts.outputs.flatMap((output, at) => (output.knots === null ? [{ output, at }] : []));
  const axes = new Map(inputs.map(({ name, axis }) => [name, axis]));
  const rows = toScalarRows(facts);
  const rowShares = rows === null ? new Map() : computeRowShares(rows, axes);
  const columns = new Map<string, ProfileColumn>();
  const ranges = new Map<number, Range>();
  let view: PageView | null = null;
  let palette: Palette | null = null;
  const cells = outputs.flatMap((row, line) =>
    inputs.map((column) => ({ canvas: createCell(column, row, line === 0), column, row })),
  );

  function createCell(column: GridInput, row: GridOutput, isTabbed: boolean): HTMLCanvasElement {
    const canvas = createElement("canvas", {
      ...{ class: "cell", role: "slider", tabindex: isTabbed ? 0 : -1 },
      "aria-label": `${displayName(row.output.definition)} over ${displayName(column.input.definition)}`,
      ...{ "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": 0 },
    });
    listen(canvas, column, { move, onRelease, getValue: () => view?.point[column.name] });
    return canvas;
  }

  function draw(): void {
    if (view === null || palette === null) return;
    for (const row of outputs) {
      const { definition, isLogarithmic } = row.output;
      const range = ranges.get(row.at) ?? startRange(definition, isLogarithmic);
      ranges.set(row.at, growRange(range, computeNeed(row, [...columns.values()], range)));
    }
    const near = findNearbyRows(rowShares, view.point);
    for (const cell of cells) {
      const { column, row } = cell;
      const nearby = (near.get(column.name) ?? []).flatMap((nearbyRow: NearbyRow) => {
        const value = rows?.outputs[row.output.definition.name]?.[nearbyRow.at] ?? null;
        return value === null
          ? []
          : [{ x: nearbyRow.share, y: toAxis(row, value), nearness: nearbyRow.nearness }];
      });
      const scene = createScene(cell, columns.get(column.name), view, ranges.get(row.at) ?? [0, 1]);
      paint(cell.canvas, { ...scene, rows: nearby }, palette);
      describe(cell, view);
    }
  }
  const schedule = createFrame(draw);
  const run = createProfileRun(model, facts, axes, (name, column) => {
    columns.set(name, column);
    schedule();
  });
  const element = createGrid(inputs, outputs, cells);
  new ResizeObserver(schedule).observe(element);
  return {
    element,
    /** Redraws for another look of the page, or for the printer. */
    setPalette: (next: Palette): void => {
      palette = next;
      draw();
    },
    update: (next: PageView): void => {
      view = next;
      if (outputs.length === 0) return;
      schedule();
      run(next);
    },
    /** The axes fit what is drawn once a slider rests. */
    rest: (): void => {
      ranges.clear();
      schedule();
    },
  };
}

function createGrid(inputs: readonly GridInput[], outputs: readonly GridOutput[], cells: readonly Cell[]) {
  const heads = inputs.map(({ input }) =>
    createElement("div", { class: "columnHead" }, displayName(input.definition)),
  );
  const lines = outputs.flatMap((row) => [
    createElement("div", { class: "rowHead" }, displayName(row.output.definition)),
    ...cells.filter((cell) => cell.row === row).map(({ canvas }) => canvas),
  ]);
  const grid = createElement("div", { class: "grid" }, createElement("div"), ...heads, ...lines);
  grid.style.setProperty("--columns", String(inputs.length));
  return createElement(
    "div",
    { class: "scroll", tabindex: 0, role: "group", "aria-label": "Profiler", hidden: cells.length === 0 },
    grid,
  );
}

type Handlers = {
  move: Move;
  onRelease: () => void;
  getValue: () => string | number | undefined;
};

function listen(
  canvas: HTMLCanvasElement,
  { name, axis }: GridInput,
  { move, onRelease, getValue }: Handlers,
): void {
  let isDragged = false;
  const moveTo = ({ clientX }: MouseEvent): void => {
    const { left, width } = canvas.getBoundingClientRect();
    move(name, findValue(axis, shareAtPixel(clientX - left, width)));
  };
  canvas.addEventListener("pointerdown", (event) => {
    // A finger swipes the columns; it sets a value by a tap.
    if (event.button !== 0 || event.pointerType === "touch") return;
    isDragged = true;
    canvas.setPointerCapture(event.pointerId);
    moveTo(event);
  });
  canvas.addEventListener("pointermove", (event) => isDragged && moveTo(event));
  canvas.addEventListener("pointerup", () => {
    isDragged = false;
    onRelease();
  });
  canvas.addEventListener("click", (event) => {
    moveTo(event);
    onRelease();
  });
  canvas.addEventListener("keydown", (event) => {
    const value = getValue();
    if (value === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const steps = STEPS_BY_KEY[event.key];
    if (event.key === "Home" || event.key === "End") move(name, findValue(axis, event.key === "End" ? 1 : 0));
    else if (steps !== undefined) move(name, moveBySteps(axis, value, steps));
    else if (event.key === "ArrowUp" || event.key === "ArrowDown")
      findNeighbour(canvas, event.key === "ArrowUp" ? -1 : 1)?.focus();
    else return;
    event.preventDefault();
    onRelease();
  });
}

/** The cell of the same column in the row above or below. */
function findNeighbour(canvas: HTMLCanvasElement, by: -1 | 1): HTMLCanvasElement | null {
  const all = [...(canvas.parentElement?.querySelectorAll("canvas") ?? [])];
  const width = Number(canvas.parentElement?.style.getPropertyValue("--columns"));
  return all[all.indexOf(canvas) + by * width] ?? null;
}

const toAxis = ({ output }: GridOutput, value: number): number => {
  const shown = value / shownUnit(output.definition).multiplier;
  return output.isLogarithmic ? Math.log10(Math.max(shown, Number.MIN_VALUE)) : shown;
};

function createScene(
  { column, row }: Cell,
  profile: ProfileColumn | undefined,
  view: PageView,
  range: Range,
): Omit<CellScene, "rows"> {
  const { axis, name } = column;
  const read = (part: keyof OutputValues): number[] =>
    (profile?.results ?? []).map((results) => toAxis(row, results[row.at]?.[part]?.[0] ?? Number.NaN));
  const hasBounds = view.results[row.at]?.lower !== null;
  return {
    x: (profile?.x ?? []).map((value) => findShare(axis, value)),
    stepWidth: axis.kind === "steps" ? 1 / axis.values.length : null,
    values: read("mean"),
    bounds: hasBounds ? { lower: read("lower"), upper: read("upper") } : null,
    outside: profile?.isAway ?? [],
    overlays: [],
    current: {
      x: findShare(axis, view.point[name] ?? Number.NaN),
      y: toAxis(row, view.results[row.at]?.mean[0] ?? Number.NaN),
    },
    range,
    isLocked: false,
    isDesirability: false,
  };
}

/** The range that all curves of an output need; of a logarithmic one in exponents of ten. */
function computeNeed(
  { output, at }: GridOutput,
  columns: readonly ProfileColumn[],
  range: Range,
): Range | null {
  const { multiplier } = shownUnit(output.definition);
  const read = (part: keyof OutputValues): number[] =>
    columns.flatMap(({ results }) =>
      results.map((values) => (values[at]?.[part]?.[0] ?? Number.NaN) / multiplier),
    );
  if (output.isLogarithmic) return logExtent(read("mean"));
  return mergeRanges(extent(read("mean")), limitToNearby(extent(read("lower"), read("upper")), range));
}

function paint(canvas: HTMLCanvasElement, scene: CellScene, palette: Palette): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const context = canvas.getContext("2d");
  if (context === null || width === 0) return;
  const ratio = window.devicePixelRatio;
  const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
    canvas.width = pixelWidth;
    canvas.height = pixelHeight;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  drawCell(context, scene, { width, height }, palette);
}

/** The cell in words: `Width 12.3 mm: Stress 3.2000 MPa, 95% bounds 3.0 to 3.4 MPa`. */
function describe({ canvas, column, row }: Cell, { point, results }: PageView): void {
  const value = point[column.name] ?? Number.NaN;
  const share = Math.round(100 * findShare(column.axis, value));
  const unit = shownUnit(column.input.definition);
  const shown = typeof value === "number" ? fullText(value / unit.multiplier, unit, "short") : value;
  const outputUnit = shownUnit(row.output.definition);
  const { mean, lower, upper } = results[row.at] ?? {};
  const read = (values: Float64Array | null | undefined): number =>
    (values?.[0] ?? Number.NaN) / outputUnit.multiplier;
  const bounds = lower ? `, 95% bounds ${rangeText(read(lower), read(upper), outputUnit)}` : "";
  canvas.setAttribute("aria-valuenow", String(Number.isNaN(share) ? 0 : share));
  canvas.setAttribute(
    "aria-valuetext",
    `${displayName(column.input.definition)} ${shown}: ${displayName(row.output.definition)} ${fullText(read(mean), outputUnit)}${bounds}`,
  );
}
