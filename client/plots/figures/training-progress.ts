import type { TrainingProgress } from "@understudy/shared/api/training.ts";
import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";
import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";
import { steadyAccuracyRange } from "../model/accuracy-scale.ts";
import type { Chart, ChartAxis } from "../model/chart.ts";
import { accuracyAxis, lineMark, numberAxis, pointsMark } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { extent, logExtent, niceCeiling, type Range } from "../model/ranges.ts";

/** More points than this cannot be distinguished at the width of a screen. */
const MAX_DRAWN_POINTS = 1_200;

/** Whole decades around the values, as exponents of ten: the range of a logarithmic axis. */
export function decades(values: readonly number[]): Range {
  const exponents = logExtent(values);
  if (exponents === null) return [-3, 0];
  const [low, high] = [Math.floor(exponents[0]), Math.ceil(exponents[1])];
  return low === high ? [low, high + 1] : [low, high];
}

type Line = {
  readonly name: string;
  readonly values: readonly number[];
  readonly axis: ChartAxis;
  readonly color: string;
  readonly format: (value: number) => string;
  readonly summary: string;
  /** The column header of the numbers in a file. */
  readonly head: string;
};

function lineChart({ name, values, axis, color, format, summary, head }: Line): Chart {
  const drawn = decimate(values, MAX_DRAWN_POINTS);
  const x = drawn.map((index) => index + 1);
  const y = drawn.map((index) => values[index] ?? null);
  const text = (at: number): string => format(y[at] ?? Number.NaN);
  return {
    x: numberAxis("Training step", "", [0, niceCeiling(values.length)]),
    y: axis,
    zones: [],
    // A single point has no line yet.
    marks: [
      values.length === 1
        ? pointsMark({ name, x, y, color, radius: 2.5 })
        : lineMark({ name, x, y, color, width: 1.75 }),
    ],
    revision: `training ${name}`,
    summary,
    readout: {
      x,
      y,
      count: x.length,
      parts: (at) => [
        { label: "Step", text: String(x[at]), color: null },
        { label: name, text: text(at), color },
      ],
      describe: (at) => `Step ${x[at]}: ${text(at)}`,
    },
    table: () => ({
      header: ["Training step", head],
      rows: values.map((value, index) => [index + 1, value]),
    }),
  };
}

/** The coefficient of determination by training step, from the first one, however low, to the latest. */
export function trainingAccuracyChart(progress: TrainingProgress, palette: Palette): Chart {
  const values = progress.coefficient_of_determination;
  const best = extent(values)?.[1];
  return lineChart({
    name: "Accuracy",
    values,
    axis: accuracyAxis("Accuracy", steadyAccuracyRange(values)),
    color: palette.prediction,
    format: formatAccuracy,
    summary:
      best === undefined
        ? "Accuracy of the training. No points yet."
        : `Accuracy after ${values.length} training steps: the best is ${formatAccuracy(best)}.`,
    head: "Coefficient of determination",
  });
}

/** The loss by training step. */
export function trainingLossChart({ loss }: TrainingProgress, palette: Palette): Chart {
  const [low, high] = decades(loss);
  return lineChart({
    name: "Loss",
    values: loss,
    axis: numberAxis("Loss", "", [10 ** low, 10 ** high], { type: "log" }),
    color: palette.loss,
    format: (value) => formatValue(value),
    summary:
      loss.length === 0
        ? "Loss of the training. No points yet."
        : `Loss after ${loss.length} training steps: the latest is ${formatValue(loss.at(-1) ?? Number.NaN)}.`,
    head: "Loss",
  });
}

/**
 * Picks the points of a curve worth drawing: of each stretch its lowest and its highest, in order, and both ends. What the
 * eye sees of `values` stays the same, peaks included.
 *
 * @returns at most `limit` rising indices (`limit` >= 4); all of them when there are no more than that
 */
export function decimate(values: ArrayLike<number>, limit: number): number[] {
  const count = values.length;
  if (count <= limit) return Array.from({ length: count }, (_, index) => index);
  const buckets = Math.floor((limit - 2) / 2);
  const inner = count - 2;
  const picked = [0];
  for (let bucket = 0; bucket < buckets; bucket++) {
    const start = 1 + Math.floor((bucket * inner) / buckets);
    const end = 1 + Math.floor(((bucket + 1) * inner) / buckets);
    let low = start;
    let high = start;
    for (let index = start + 1; index < end; index++) {
      const value = values[index] ?? Number.NaN;
      // A bucket that begins with a gap has its peaks all the same.
      if (value < (values[low] ?? Number.NaN) || Number.isNaN(values[low])) low = index;
      if (value > (values[high] ?? Number.NaN) || Number.isNaN(values[high])) high = index;
    }
    picked.push(Math.min(low, high));
    if (low !== high) picked.push(Math.max(low, high));
  }
  picked.push(count - 1);
  return picked;
}
