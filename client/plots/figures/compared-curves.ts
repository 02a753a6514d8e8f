import { turnsBack } from "@understudy/shared/math/branches.ts";
import { indexOfSamePlace } from "../chart/nearest.ts";
import type { Chart } from "../model/chart.ts";
import { asBand, bandMark, formatAxisTitle, formatPlotted, lineMark, numberAxis } from "../model/chart.ts";
import { extent, limitToNearby, logExtent, mergeRanges, padRange, type Range } from "../model/ranges.ts";
import type { Curve, CurveLabels } from "./curve.ts";
import { withBounds } from "./output-curve.ts";

/** Values as they are shown: already divided by their multipliers. */
export type ComparedCurves = CurveLabels & {
  readonly spacing: "linear" | "log";
  /** The head of the column that tells the curves apart; left out: the job. */
  readonly of?: string;
  readonly curves: readonly { readonly job: string; readonly color: string; readonly predicted: Curve }[];
};

function computeRange(curves: ComparedCurves["curves"]): Range {
  const values = extent(...curves.map(({ predicted }) => predicted.values));
  const bounds = extent(...curves.flatMap(({ predicted: { lower, upper } }) => [lower, upper]));
  return padRange((values && mergeRanges(values, limitToNearby(bounds, values))) ?? [0, 1]);
}

function axisRange(x: readonly (readonly number[])[], spacing: "linear" | "log"): Range {
  if (spacing === "linear") return extent(...x) ?? [0, 1];
  const [low, high] = logExtent(x.flat()) ?? [0, 1];
  return [10 ** low, 10 ** high];
}

/** A vector output as several emulators predict it at one point, each with its 95% bounds. */
export function comparedCurvesChart(plot: ComparedCurves): Chart {
  const { name, unit, coordinate, coordinateUnit, spacing, curves, of = "Job" } = plot;
  const all = curves.map(({ predicted }) => predicted.x);
  const x = all[0] ?? [];
  const texts = (at: number) =>
    curves.map(({ job, color, predicted }) => {
      const here = indexOfSamePlace(predicted.x, x, at);
      const bounds = [
        formatPlotted(predicted.lower[here], unit),
        formatPlotted(predicted.upper[here], unit),
      ] as const;
      return { label: job, text: withBounds(formatPlotted(predicted.values[here], unit), bounds), color };
    });
  return {
    x: numberAxis(coordinate, coordinateUnit, axisRange(all, spacing), { type: spacing }),
    y: numberAxis(name, unit, computeRange(curves)),
    zones: [],
    marks: [
      ...curves.map(({ job, color, predicted: { x, lower, upper } }) =>
        bandMark({ name: job, x, lower, upper, color: asBand(color) }),
      ),
      ...curves.map(({ job, color, predicted }) =>
        lineMark({ name: job, x: predicted.x, y: predicted.values, color }),
      ),
    ],
    revision: `compared ${name} ${spacing}`,
    summary: `${name} over ${coordinate}, with 95% bounds, as predicted by ${curves.map(({ job }) => job).join(", ")}.`,
    readout: {
      x,
      y: curves[0]?.predicted.values ?? [],
      count: x.length,
      ...(turnsBack(x) && { nearest: "both" as const }),
      parts: (at) => [
        { label: coordinate, text: formatPlotted(x[at], coordinateUnit), color: null },
        ...texts(at),
      ],
      describe: (at) =>
        `${coordinate} ${formatPlotted(x[at], coordinateUnit)}: ${texts(at)
          .map(({ label, text }) => `${label} ${text}`)
          .join(", ")}`,
    },
    table: () => ({
      header: [
        of,
        formatAxisTitle(coordinate, coordinateUnit),
        formatAxisTitle(name, unit),
        "Lower bound",
        "Upper bound",
      ],
      rows: curves.flatMap(({ job, predicted: { x, values, lower, upper } }) =>
        x.map((value, at) => [job, value, values[at] ?? null, lower[at] ?? null, upper[at] ?? null]),
      ),
    }),
  };
}
