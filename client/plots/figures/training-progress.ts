import type { TrainingProgress } from "@understudy/shared/api/job.ts";
import { decimate } from "./decimate.ts";
import type { Figure, Trace } from "./figure.ts";
import { axis, frame } from "./frame.ts";
import type { Palette } from "./palette.ts";
import { extent, logExtent, niceCeiling, type Range } from "./ranges.ts";

/** More points than this cannot be distinguished at the width of a screen. */
const MAX_DRAWN = 1_200;
const FLOORS = [0.999, 0.99, 0.9, 0.5, 0, -1];

/**
 * From the highest floor below the later two thirds of the points up to 1. The first points of a training lie so low that
 * the rest would be a flat line if they had to be seen too.
 */
export function accuracyRange(values: readonly number[]): Range {
  const low = extent(values.slice(Math.floor(values.length / 3)))?.[0] ?? 0;
  const floor = FLOORS.find((one) => one <= low) ?? -1;
  return [floor, 1 + (1 - floor) * 0.03];
}

/** Ticks that the loss has room for, less one. */
const MAX_DECADES = 4;

/** Whole decades around the values, as exponents of ten: the range of a logarithmic axis. */
export function decades(values: readonly number[]): Range {
  const found = logExtent(values);
  if (found === null) return [-3, 0];
  const [low, high] = [Math.floor(found[0]), Math.ceil(found[1])];
  return low === high ? [low, high + 1] : [low, high];
}

function curve(values: readonly number[], color: string, name: string): Trace {
  const drawn = decimate(values, MAX_DRAWN);
  return {
    type: "scatter",
    // A single point has no line yet.
    mode: values.length === 1 ? "markers" : "lines",
    x: drawn.map((index) => index + 1),
    y: drawn.map((index) => values[index] ?? Number.NaN),
    line: { color, width: 1.75 },
    marker: { color, size: 5 },
    name,
    hovertemplate: `Step %{x}<br>${name} %{y}<extra></extra>`,
  };
}

/** Training progress by step: the coefficient of determination above, the loss below on a logarithmic axis. */
export function trainingProgressFigure(progress: TrainingProgress, palette: Palette): Figure {
  const accuracy = progress.coefficient_of_determination;
  const { loss } = progress;
  const steps = accuracy.length;
  const end = niceCeiling(steps);
  const best = extent(accuracy)?.[1];
  const lossRange = decades(loss);
  const traces = [
    curve(accuracy, palette.prediction, "coefficient of determination"),
    { ...curve(loss, palette.loss, "loss"), yaxis: "y2" },
  ];
  return {
    data: traces,
    layout: frame(palette, "training", {
      xaxis: axis(palette, "Training step", [0, end], { anchor: "y2", exponentformat: "none" }),
      yaxis: axis(palette, "Coefficient of<br>determination", accuracyRange(accuracy), { domain: [0.56, 1] }),
      yaxis2: axis(palette, "Loss", lossRange, {
        domain: [0, 0.44],
        type: "log",
        exponentformat: "e",
        // Whole decades: the digits between two of them have no room.
        tick0: lossRange[0],
        dtick: Math.ceil((lossRange[1] - lossRange[0]) / MAX_DECADES),
      }),
      margin: { l: 76, r: 16, t: 12, b: 48 },
    }),
    summary:
      best === undefined
        ? "Training progress. No points yet."
        : `Training progress after ${steps} steps: the best coefficient of determination is ${best.toPrecision(5)}, the latest loss ${(loss.at(-1) ?? Number.NaN).toPrecision(3)}.`,
    readout: null,
  };
}
