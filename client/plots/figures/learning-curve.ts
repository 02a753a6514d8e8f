import { percentRange } from "./accuracy.ts";
import { type Figure, plain, type Trace } from "./figure.ts";
import { axis, frame } from "./frame.ts";
import type { Palette } from "./palette.ts";

export type LearningCurveData = {
  readonly output: string;
  readonly rows: readonly number[];
  /** One for each of `rows`. */
  readonly percentages: readonly number[];
  /** What more rows should come to; null where nothing can be said. */
  readonly outlook: { readonly rows: number; readonly percentage: number } | null;
};

/** How the accuracy grew with the rows learnt from, and where it would go with more. */
export function learningCurveFigure(curve: LearningCurveData, palette: Palette): Figure {
  const { output, rows, outlook } = curve;
  const range = percentRange([...curve.percentages, ...(outlook === null ? [] : [outlook.percentage])]);
  const shown = (percentage: number) => Math.max(range[0], percentage);
  const hovertemplate = `%{x} rows<br>${plain(output)} %{y:.5~g}%<extra></extra>`;
  const learnt: Trace = {
    type: "scatter",
    mode: "lines+markers",
    x: [...rows],
    y: curve.percentages.map(shown),
    line: { color: palette.prediction, width: 2 },
    marker: { color: palette.prediction, size: 7 },
    hovertemplate,
  };
  const ahead: Trace[] =
    outlook === null
      ? []
      : [
          {
            type: "scatter",
            mode: "lines+markers",
            x: [rows.at(-1) ?? outlook.rows, outlook.rows],
            y: [shown(curve.percentages.at(-1) ?? 0), shown(outlook.percentage)],
            line: { color: palette.muted, width: 1.5, dash: "dot" },
            marker: { color: palette.muted, size: [0, 8], symbol: "circle-open" },
            hovertemplate,
          },
        ];
  const ends = [rows[0] ?? 1, outlook?.rows ?? rows.at(-1) ?? 1];
  const [low = 0, high = 0] = ends.map((count) => Math.log10(Math.max(1, count)));
  const tickvals = [...rows, ...(outlook === null ? [] : [outlook.rows])];
  return {
    data: [learnt, ...ahead],
    layout: frame(palette, `learning ${output}`, {
      xaxis: axis(palette, "Rows learnt from", [low - 0.08, high + 0.08], {
        type: "log",
        tickvals,
        ticktext: tickvals.map((count) => count.toLocaleString("en")),
      }),
      yaxis: axis(palette, "Accuracy (%)", range, { exponentformat: "none" }),
      margin: { l: 60, r: 16, t: 8, b: 44 },
    }),
    summary: `Accuracy of ${output} by cross-validation over the rows learnt from: ${rows
      .map((count, index) => `${count} rows ${curve.percentages[index]?.toPrecision(4)}%`)
      .join(", ")}.`,
    readout: {
      trace: 0,
      count: rows.length,
      say: (index) => `${rows[index]} rows: ${curve.percentages[index]?.toPrecision(5)}%`,
    },
  };
}
