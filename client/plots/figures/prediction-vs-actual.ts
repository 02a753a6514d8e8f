import type { Chart, Mark } from "../model/chart.ts";
import { formatAxisTitle, formatPlotted, lineMark, numberAxis, pointsMark } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { extent, logExtent, padRange, type Range, spanValues } from "../model/ranges.ts";
import { withBounds } from "./output-curve.ts";

export type PredictionVsActual = {
  readonly output: string;
  readonly unit: string;
  /** Values as shown, one a validation row. */
  readonly actual: readonly number[];
  readonly values: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  /** Row numbers as people see them, counted from 1. */
  readonly rows: readonly number[];
  readonly showUncertainties: boolean;
  /** Both axes are logarithmic. */
  readonly isLogarithmic: boolean;
  /** The row it is compared with, where it is one of `rows`. */
  readonly chosenRow: number | null;
};

function createMarks(plot: PredictionVsActual, range: Range, palette: Palette): Mark[] {
  const { actual: x, values: y, lower, upper, rows } = plot;
  const bars = plot.showUncertainties ? { lower, upper, color: palette.faint } : null;
  const chosen = plot.chosenRow === null ? -1 : rows.indexOf(plot.chosenRow);
  const marks: Mark[] = [
    lineMark({ name: "Exact", x: range, y: range, color: palette.muted, width: 1, dash: "5 4" }),
    pointsMark({ name: "Rows", x, y, color: palette.prediction, radius: 3, bars }),
  ];
  if (chosen >= 0)
    marks.push(
      pointsMark({
        name: `Row ${plot.chosenRow}`,
        x: x.slice(chosen, chosen + 1),
        y: y.slice(chosen, chosen + 1),
        color: palette.actual,
        radius: 6,
        isHollow: true,
      }),
    );
  return marks;
}

/** Predictions against actual values of held-out rows; exact predictions lie on the diagonal. */
export function predictionVsActualChart(plot: PredictionVsActual, palette: Palette): Chart {
  const { actual, values, lower, upper, rows, unit, output, showUncertainties } = plot;
  const type = plot.isLogarithmic ? "log" : "linear";
  const needed = plot.isLogarithmic ? logExtent(actual, values) : extent(actual, values);
  const range: Range = spanValues({ type, range: padRange(needed ?? [0, 1]) });
  const [x, y] = [`Actual ${output}`, `Predicted ${output}`];
  const inside = values.filter((_, at) => {
    const is = actual[at] ?? Number.NaN;
    return is >= (lower[at] ?? Number.NaN) && is <= (upper[at] ?? Number.NaN);
  }).length;
  return {
    x: numberAxis(x, unit, range, { type }),
    y: numberAxis(y, unit, range, { type }),
    zones: [],
    marks: createMarks(plot, range, palette),
    revision: `actual ${output} ${type}`,
    summary: `Predicted against actual ${output} on ${rows.length} validation rows; ${inside} of them lie within the 95% bounds.`,
    readout: {
      x: actual,
      y: values,
      count: rows.length,
      nearest: "both",
      parts: (at) => [
        { label: `Row ${rows[at]}`, text: "", color: null },
        { label: "Actual", text: formatPlotted(actual[at], unit), color: palette.actual },
        {
          label: "Predicted",
          text: withBounds(
            formatPlotted(values[at], unit),
            showUncertainties ? [formatPlotted(lower[at], unit), formatPlotted(upper[at], unit)] : null,
          ),
          color: palette.prediction,
        },
      ],
    },
    table: () => ({
      header: ["Row", formatAxisTitle(x, unit), formatAxisTitle(y, unit), "Lower bound", "Upper bound"],
      rows: rows.map((row, at) => [
        row,
        ...[actual, values, lower, upper].map((numbers) => numbers[at] ?? null),
      ]),
    }),
  };
}
