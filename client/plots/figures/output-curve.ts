import { listNames } from "@understudy/shared/list-names.ts";
import { findBranches } from "@understudy/shared/math/branches.ts";
import { indexOfSamePlace, nearestIndex } from "../chart/nearest.ts";
import type { Chart, ChartAxis, Mark, ReadoutPart } from "../model/chart.ts";
import {
  bandMark,
  formatAxisTitle,
  formatPlotted,
  type JointBounds,
  jointText,
  pointsMark,
} from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { type Range, type Span, spanValues } from "../model/ranges.ts";
import type { Curve, CurveLabels } from "./curve.ts";

/** Values as they are shown: already divided by their multipliers. */
export type OutputCurve = CurveLabels & {
  readonly predicted: Curve;
  /** The predictions are far from the training data. */
  readonly isFar: boolean;
  readonly along: Span;
  /** On a logarithmic axis the range is in exponents of ten. */
  readonly yRange: Range;
  readonly isLogarithmic: boolean;
  readonly showUncertainties: boolean;
  /** Left out: the bounds hold each value by itself. */
  readonly joint?: JointBounds;
  /** The coordinate turns back: the curve has several values at one place. */
  readonly isLoop: boolean;
  /** A row of the data, or null when there is none to compare with. */
  readonly actual: {
    readonly label: string;
    readonly x: readonly number[];
    readonly y: readonly number[];
  } | null;
  /** The curves at points that are pinned; left out: none. */
  readonly pinned?: readonly PinnedCurve[];
};

/** The curve at a point that a person has pinned. */
export type PinnedCurve = {
  readonly label: string;
  readonly color: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
};

/** Few points are shown as points as well: a curve through 21 values is not 21 values. */
const MAX_MARKED_POINTS = 40;
const DOTTED_DASH = "1.5 3.5";
const PINNED_DASH = "6 3";

/** More marks at the lower edge than these are one line to the eye. */
const MAX_EDGE_MARKS = 60;

/** The values of a list that a logarithmic axis cannot hold. */
export const countNotPositive = (values: readonly number[]): number =>
  values.filter((value) => value <= 0).length;

/** Marks at the lower edge of a logarithmic axis, where values at or below 0 would be: noise around zero. */
function edgeMarks(name: string, x: readonly number[], y: readonly number[], color: string): Mark[] {
  const places = x.filter((_, at) => (y[at] ?? 1) <= 0);
  const stride = Math.max(1, Math.ceil(places.length / MAX_EDGE_MARKS));
  const shown = places.filter((_, at) => at % stride === 0);
  if (shown.length === 0) return [];
  return [
    pointsMark({
      ...{ name: `${name} at or below 0`, x: shown, y: shown.map(() => null), color },
      ...{ radius: 4, isHollow: true, isAtEdge: true },
    }),
  ];
}

/** The parts of a loop that only rise or only fall, each from its first point to the one behind its last: bands of two may overlap. */
function splitBranches({ predicted: { x }, isLoop }: OutputCurve): (readonly [from: number, end: number])[] {
  const branches = isLoop ? findBranches(Float64Array.from(x)) : null;
  return branches?.map(({ from, to }) => [from, to + 1] as const) ?? [[0, x.length]];
}

/** A curve at a pinned point is dashed, so that it is no row of the data and not the emulator's answer at the sliders. */
export const pinnedMark = ({ label, color, x, y }: PinnedCurve): Mark => ({
  ...{ kind: "line", name: label, x, y, color },
  ...{ width: 1.75, dash: PINNED_DASH, hasPoints: false, faded: false },
});

/** Names the pinned points, for those who do not see their curves. */
export const pinnedText = (pinned: readonly PinnedCurve[]): string =>
  pinned.length === 0 ? "" : `, with the curves at ${listNames(pinned.map(({ label }) => label))}`;

/** The values of the pinned curves at a point of the emulator's curve. @param x the places of the emulator's curve */
export const pinnedParts = (
  pinned: readonly PinnedCurve[],
  x: readonly number[],
  at: number,
  unit: string,
): ReadoutPart[] =>
  pinned.map((curve) => ({
    label: curve.label,
    text: x[at] === undefined ? "" : formatPlotted(curve.y[indexOfSamePlace(curve.x, x, at)], unit),
    color: curve.color,
  }));

function createMarks(plot: OutputCurve, palette: Palette): Mark[] {
  const { predicted, isFar, showUncertainties, actual, pinned } = plot;
  const { x, values, lower, upper } = predicted;
  const marks: Mark[] = [];
  if (showUncertainties)
    for (const [from, end] of splitBranches(plot))
      marks.push(
        bandMark({
          ...{ name: "95% bounds", color: palette.band, faded: isFar },
          x: x.slice(from, end),
          lower: lower.slice(from, end),
          upper: upper.slice(from, end),
        }),
      );
  const lineStyle = { kind: "line", width: 2, dash: null, hasPoints: false } as const;
  marks.push(...(pinned ?? []).map(pinnedMark));
  marks.push({ ...lineStyle, name: "Emulator", x, y: values, color: palette.prediction, faded: isFar });
  if (actual !== null)
    marks.push({
      kind: "line",
      name: actual.label,
      x: actual.x,
      y: actual.y,
      color: palette.actual,
      width: 1.75,
      dash: DOTTED_DASH,
      hasPoints: actual.x.length <= MAX_MARKED_POINTS,
      faded: false,
    });
  if (plot.isLogarithmic) {
    marks.push(...edgeMarks("Emulator", x, values, palette.prediction));
    if (actual !== null) marks.push(...edgeMarks(actual.label, actual.x, actual.y, palette.actual));
    for (const curve of pinned ?? []) marks.push(...edgeMarks(curve.label, curve.x, curve.y, curve.color));
  }
  return marks;
}

/** A value with its bounds, all with their unit. */
export const withBounds = (value: string, bounds: readonly [string, string] | null): string =>
  bounds === null ? value : `${value} (${bounds[0]} to ${bounds[1]})`;

/** Stands beside the numbers of a point that is far from every training row. */
export const FAR_PART: ReadoutPart = { label: "far from the training data", text: "", color: null };

/** The point of the row that is compared with a predicted one: along a loop as far from its beginning, else the nearest. */
function findActual({ predicted, actual, isLoop }: OutputCurve, at: number): number {
  const [count, actualCount] = [predicted.x.length, actual?.x.length ?? 0];
  return isLoop
    ? Math.round((at / Math.max(1, count - 1)) * (actualCount - 1))
    : nearestIndex(actual?.x ?? [], predicted.x[at] ?? Number.NaN);
}

function partsAt(plot: OutputCurve, palette: Palette, at: number): ReadoutPart[] {
  const { predicted, actual, unit, coordinateUnit, showUncertainties } = plot;
  const x = predicted.x[at];
  const bounds = [
    formatPlotted(predicted.lower[at], unit),
    formatPlotted(predicted.upper[at], unit),
  ] as const;
  const parts: ReadoutPart[] = [
    { label: plot.coordinate, text: formatPlotted(x, coordinateUnit), color: null },
    {
      label: "Emulator",
      text: withBounds(formatPlotted(predicted.values[at], unit), showUncertainties ? bounds : null),
      color: palette.prediction,
    },
  ];
  if (actual !== null && actual.x.length > 0 && x !== undefined)
    parts.push({
      label: actual.label,
      text: formatPlotted(actual.y[findActual(plot, at)], unit),
      color: palette.actual,
    });
  parts.push(...pinnedParts(plot.pinned ?? [], predicted.x, at, unit));
  return plot.isFar ? [...parts, FAR_PART] : parts;
}

/** Says how many values lie at the lower edge of a logarithmic axis; empty where none does. */
function edgeText({ isLogarithmic, predicted, actual, pinned = [] }: OutputCurve): string {
  const predictedCount = countNotPositive(predicted.values);
  const comparedCounts = [...(actual === null ? [] : [actual]), ...pinned].map(({ label, y }) => ({
    label,
    count: countNotPositive(y),
  }));
  if (!isLogarithmic || predictedCount + comparedCounts.reduce((sum, { count }) => sum + count, 0) === 0)
    return "";
  const otherTexts = comparedCounts.map(({ label, count }) => `, ${count} of ${label}`);
  return ` At or below 0: ${predictedCount} predicted values${otherTexts.join("")}.`;
}

/** A vector output over its coordinate: the emulator's answer with its band, and the row it is compared with. */
export function outputCurveChart(plot: OutputCurve, palette: Palette): Chart {
  const { name, unit, coordinate, coordinateUnit, predicted, actual, showUncertainties, pinned = [] } = plot;
  const joint = jointText(plot.joint ?? null);
  const x: ChartAxis = {
    name: coordinate,
    unit: coordinateUnit,
    type: plot.along.type,
    range: spanValues(plot.along),
    categories: null,
  };
  const type = plot.isLogarithmic ? "log" : "linear";
  const y: ChartAxis = {
    name,
    unit,
    type,
    range: spanValues({ type, range: plot.yRange }),
    categories: null,
  };
  return {
    x,
    y,
    zones: [],
    marks: createMarks(plot, palette),
    revision: `output ${type} ${plot.along.type}`,
    summary: `${name} over ${coordinate}, ${predicted.x.length} points${showUncertainties ? ` with 95% bounds${joint}` : ""}${actual === null ? "" : `, compared with ${actual.label}`}${pinnedText(pinned)}.${edgeText(plot)}`,
    readout: {
      x: predicted.x,
      y: predicted.values,
      count: predicted.x.length,
      ...(plot.isLoop && { nearest: "both" as const }),
      parts: (at) => partsAt(plot, palette, at),
      describe: (at) => {
        const bounds = showUncertainties
          ? `, from ${formatPlotted(predicted.lower[at], unit)} to ${formatPlotted(predicted.upper[at], unit)}`
          : "";
        return `${coordinate} ${formatPlotted(predicted.x[at], coordinateUnit)}: ${formatPlotted(predicted.values[at], unit)}${bounds}`;
      },
    },
    table: () => ({
      header: [
        formatAxisTitle(coordinate, coordinateUnit),
        formatAxisTitle(name, unit),
        `Lower bound${joint}`,
        `Upper bound${joint}`,
        ...(actual === null ? [] : [`${actual.label}: ${coordinate}`, actual.label]),
        ...pinned.flatMap(({ label }) => [`${label}: ${coordinate}`, label]),
      ],
      rows: Array.from(
        { length: Math.max(...[predicted, actual, ...pinned].map((curve) => curve?.x.length ?? 0)) },
        (_, at) => [
          ...[predicted.x, predicted.values, predicted.lower, predicted.upper].map(
            (list) => list[at] ?? null,
          ),
          ...(actual === null ? [] : [actual.x[at] ?? null, actual.y[at] ?? null]),
          ...pinned.flatMap(({ x: pinnedX, y: pinnedY }) => [pinnedX[at] ?? null, pinnedY[at] ?? null]),
        ],
      ),
    }),
  };
}
