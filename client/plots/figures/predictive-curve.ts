import type { Chart } from "../model/chart.ts";
import { bandMark, formatAxisTitle, formatPlotted, lineMark, numberAxis } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { createSpan, extent, padRange, type Span, spanValues } from "../model/ranges.ts";
import type { CurveLabels } from "./curve.ts";

/** All values are in the units shown. */
export type PredictiveCurve = CurveLabels & {
  readonly spacing: Span["type"];
  readonly x: readonly number[];
  /** The quantiles at 2.5%, 25%, 50%, 75% and 97.5%. */
  readonly bands: readonly (readonly number[])[];
};

/** The curves of the sampled designs: their median, and the ranges of the middle 50% and 95% of them. */
export function predictiveCurveChart(prediction: PredictiveCurve, palette: Palette): Chart {
  const { name, unit, coordinate, coordinateUnit, spacing, x, bands } = prediction;
  const [low = [], lower = [], median = [], upper = [], high = []] = bands;
  const along = createSpan(extent(x) ?? [0, 1], spacing);
  const band = (label: string, from: readonly number[], to: readonly number[]) =>
    bandMark({ name: label, x, lower: from, upper: to, color: palette.band });
  const parts = (at: number) => [
    { label: coordinate, text: formatPlotted(x[at], coordinateUnit), color: null },
    { label: "Median", text: formatPlotted(median[at], unit), color: palette.prediction },
    {
      label: "50%",
      text: `${formatPlotted(lower[at], unit)} to ${formatPlotted(upper[at], unit)}`,
      color: null,
    },
    {
      label: "95%",
      text: `${formatPlotted(low[at], unit)} to ${formatPlotted(high[at], unit)}`,
      color: null,
    },
  ];
  return {
    x: numberAxis(coordinate, coordinateUnit, spanValues(along), { type: along.type }),
    y: numberAxis(name, unit, padRange(extent(low, high) ?? [0, 1])),
    zones: [],
    marks: [
      band("95% of the designs", low, high),
      band("50% of the designs", lower, upper),
      lineMark({ name: "Median", x, y: median, color: palette.prediction }),
    ],
    revision: `predictive ${name} ${coordinate}`,
    summary: `${name} over ${coordinate} in the sampled designs: the median, and the middle 50% and 95%.`,
    readout: {
      x,
      y: median,
      count: x.length,
      parts,
    },
    table: () => ({
      header: [formatAxisTitle(coordinate, coordinateUnit), "2.5%", "25%", "median", "75%", "97.5%"],
      rows: x.map((value, at) => [
        value,
        ...[low, lower, median, upper, high].map((quantile) => quantile[at] ?? null),
      ]),
    }),
  };
}
