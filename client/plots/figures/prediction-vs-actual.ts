import { type Figure, hoverNumber, say, type Trace } from "./figure.ts";
import { frame, quantityAxis } from "./frame.ts";
import type { Palette } from "./palette.ts";
import { extent, padded, type Range } from "./ranges.ts";

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
  /** The row it is compared with, where it is one of `rows`. */
  readonly chosenRow: number | null;
};

/** Predictions against actual values of held-out rows; exact predictions lie on the diagonal. */
export function predictionVsActualFigure(plot: PredictionVsActual, palette: Palette): Figure {
  const { actual, values, rows, unit } = plot;
  const range: Range = padded(extent(actual, values) ?? [0, 1]);
  const spread = (bounds: readonly number[], sign: 1 | -1): number[] =>
    values.map((value, index) => Math.max(0, ((bounds[index] ?? value) - value) * sign));
  const points: Trace = {
    type: "scatter",
    mode: "markers",
    x: [...actual],
    y: [...values],
    marker: { color: palette.prediction, size: 6, opacity: 0.75 },
    error_y: {
      type: "data",
      symmetric: false,
      array: spread(plot.upper, 1),
      arrayminus: spread(plot.lower, -1),
      visible: plot.showUncertainties,
      color: palette.faint,
      thickness: 1,
      width: 0,
    },
    text: rows.map((row) => `Row ${row}`),
    hovertemplate: `%{text}<br>Actual ${hoverNumber("x", unit)}<br>Predicted ${hoverNumber("y", unit)}<extra></extra>`,
  };
  const diagonal: Trace = {
    type: "scatter",
    mode: "lines",
    x: [...range],
    y: [...range],
    line: { color: palette.muted, width: 1, dash: "dash" },
    hoverinfo: "skip",
  };
  const data: Trace[] = [diagonal, points];
  const chosen = plot.chosenRow === null ? -1 : rows.indexOf(plot.chosenRow);
  if (chosen >= 0)
    data.push({
      type: "scatter",
      mode: "markers",
      x: [actual[chosen] ?? Number.NaN],
      y: [values[chosen] ?? Number.NaN],
      marker: {
        color: palette.actual,
        size: 12,
        symbol: "circle-open",
        line: { color: palette.actual, width: 2.5 },
      },
      hoverinfo: "skip",
    });
  const inside = values.filter((_, index) => {
    const is = actual[index] ?? Number.NaN;
    return is >= (plot.lower[index] ?? Number.NaN) && is <= (plot.upper[index] ?? Number.NaN);
  }).length;
  return {
    data,
    layout: frame(palette, `actual ${plot.output}`, {
      xaxis: quantityAxis(palette, [`Actual ${plot.output}`, unit], range),
      yaxis: quantityAxis(palette, [`Predicted ${plot.output}`, unit], range),
    }),
    summary: `Predicted against actual ${plot.output} on ${rows.length} validation rows; ${inside} of them lie within the 95% bounds.`,
    readout: {
      trace: 1,
      count: rows.length,
      describe: (index) =>
        `Row ${rows[index]}: actual ${say(actual[index], unit)}, predicted ${say(values[index], unit)}`,
    },
  };
}
