import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import type { Chart, ChartAxis, Mark, ReadoutPart, Zone } from "../model/chart.ts";
import { bandMark, formatAxisTitle, formatPlotted } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { type Range, spanValues } from "../model/ranges.ts";
import type { Curve, CurvePoint } from "./curve.ts";
import {
  FAR_PART,
  type PinnedCurve,
  pinnedMark,
  pinnedParts,
  pinnedText,
  withBounds,
} from "./output-curve.ts";

export type ScalarSweep = {
  readonly output: string;
  readonly unit: string;
  readonly input: string;
  readonly inputUnit: string;
  /** The answer at the values of the input, all other inputs as they are set. Values as shown. */
  readonly sweep: Curve<ScalarValue>;
  /** The points of the sweep that are far from the training data. */
  readonly far: readonly boolean[];
  /** null: the input has categories. */
  readonly xRange: Range | null;
  readonly isLogarithmicX: boolean;
  /** The range of the training rows; null where it is unknown or has no meaning. */
  readonly trainedRange: Range | null;
  /** On a logarithmic axis the range is in exponents of ten. */
  readonly yRange: Range;
  readonly isLogarithmicY: boolean;
  readonly showUncertainties: boolean;
  readonly current: CurvePoint<ScalarValue> | null;
  /** The sliders' point is far from the training data. */
  readonly isFar: boolean;
  /** The curves at points that are pinned, at positions of the axis; left out: none. */
  readonly pinned?: readonly PinnedCurve[];
  readonly actual: { readonly label: string; readonly x: ScalarValue; readonly y: number } | null;
};

const format = (value: ScalarValue | undefined, unit: string): string =>
  typeof value === "number" ? formatPlotted(value, unit) : (value ?? "");

/** The position of a value of the input on its axis; a category lies at its index. */
const findPosition = ({ xRange, sweep }: ScalarSweep, value: ScalarValue): number =>
  xRange === null ? sweep.x.indexOf(String(value)) : Number(value);

function answerMarks(plot: ScalarSweep, x: readonly number[], palette: Palette): Mark[] {
  const { sweep, far, showUncertainties, xRange } = plot;
  const { values, lower, upper } = sweep;
  const common = { name: "Emulator", x, y: values, color: palette.prediction, faded: far } as const;
  if (xRange === null) {
    const bars = showUncertainties ? { lower, upper, color: palette.faint } : null;
    return [{ ...common, kind: "points", radius: 4, isHollow: false, bars }];
  }
  const line: Mark = { ...common, kind: "line", width: 2, dash: null, hasPoints: false };
  const band = bandMark({ name: "95% bounds", x, lower, upper, color: palette.band, faded: far });
  return showUncertainties ? [band, line] : [line];
}

function pointMarks(plot: ScalarSweep, palette: Palette): Mark[] {
  const { current, actual, isFar } = plot;
  const pointStyle = { kind: "points", radius: 5.5, bars: null } as const;
  const marks: Mark[] = [];
  if (current !== null)
    marks.push({
      ...pointStyle,
      name: "Sliders",
      x: [findPosition(plot, current.x)],
      y: [current.y],
      color: palette.prediction,
      isHollow: isFar,
      faded: false,
    });
  if (actual !== null)
    marks.push({
      ...pointStyle,
      name: actual.label,
      x: [findPosition(plot, actual.x)],
      y: [actual.y],
      color: palette.actual,
      isHollow: true,
      faded: false,
    });
  return marks;
}

/** Shades the plotted range outside the training data. */
function outsideZones({ xRange, trainedRange }: ScalarSweep, palette: Palette): Zone[] {
  if (xRange === null || trainedRange === null) return [];
  return [
    { from: xRange[0], to: Math.min(xRange[1], trainedRange[0]), color: palette.outside },
    { from: Math.max(xRange[0], trainedRange[1]), to: xRange[1], color: palette.outside },
  ].filter(({ from, to }) => to > from);
}

function partsAt(plot: ScalarSweep, x: readonly number[], palette: Palette, at: number): ReadoutPart[] {
  const { sweep, unit, far } = plot;
  const bounds = [formatPlotted(sweep.lower[at], unit), formatPlotted(sweep.upper[at], unit)] as const;
  return [
    { label: plot.input, text: format(sweep.x[at], plot.inputUnit), color: null },
    {
      label: "Emulator",
      text: withBounds(formatPlotted(sweep.values[at], unit), plot.showUncertainties ? bounds : null),
      color: palette.prediction,
    },
    ...pinnedParts(plot.pinned ?? [], x, at, unit),
    ...(far[at] ? [FAR_PART] : []),
  ];
}

function createAxes(plot: ScalarSweep): Pick<Chart, "x" | "y"> {
  const { sweep, xRange, yRange, isLogarithmicX, isLogarithmicY } = plot;
  const x: ChartAxis = {
    name: plot.input,
    unit: plot.inputUnit,
    type: isLogarithmicX ? "log" : "linear",
    range: xRange ?? [-0.5, Math.max(1, sweep.x.length) - 0.5],
    categories: xRange === null ? sweep.x.map(String) : null,
  };
  const type = isLogarithmicY ? "log" : "linear";
  const range = spanValues({ type, range: yRange });
  return { x, y: { name: plot.output, unit: plot.unit, type, range, categories: null } };
}

/** A scalar output over one input, with the slider's position and the compared row. */
export function scalarSweepChart(plot: ScalarSweep, palette: Palette): Chart {
  const { input, inputUnit, output, unit, sweep, current, far, pinned = [] } = plot;
  const x = sweep.x.map((value) => findPosition(plot, value));
  return {
    ...createAxes(plot),
    zones: outsideZones(plot, palette),
    marks: [...pinned.map(pinnedMark), ...answerMarks(plot, x, palette), ...pointMarks(plot, palette)],
    revision: `sweep ${input} ${output} ${plot.isLogarithmicX} ${plot.isLogarithmicY}`,
    summary: `${output} over ${input}${current === null ? "" : `; at ${format(current.x, inputUnit)} it is ${format(current.y, unit)}, between ${format(current.lower, unit)} and ${format(current.upper, unit)}`}${pinnedText(pinned)}.`,
    readout: {
      x,
      y: sweep.values,
      count: sweep.x.length,
      parts: (at) => partsAt(plot, x, palette, at),
      describe: (at) =>
        `${input} ${format(sweep.x[at], inputUnit)}: ${format(sweep.values[at], unit)}${
          plot.showUncertainties
            ? `, from ${format(sweep.lower[at], unit)} to ${format(sweep.upper[at], unit)}`
            : ""
        }${far[at] ? ", far from the training data" : ""}`,
    },
    table: () => ({
      header: [
        formatAxisTitle(input, inputUnit),
        formatAxisTitle(output, unit),
        "Lower bound",
        "Upper bound",
        "Far from the training data",
        ...pinned.map(({ label }) => label),
      ],
      rows: sweep.x.map((value, at) => [
        value,
        sweep.values[at] ?? null,
        sweep.lower[at] ?? null,
        sweep.upper[at] ?? null,
        far[at] ? "yes" : "no",
        ...pinned.map(({ y }) => y[at] ?? null),
      ]),
    }),
  };
}
