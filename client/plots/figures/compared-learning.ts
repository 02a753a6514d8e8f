import { countText } from "@understudy/shared/number-text.ts";
import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";
import { accuracyRange } from "../model/accuracy-scale.ts";
import type { Chart } from "../model/chart.ts";
import { accuracyAxis, lineMark, seriesTable } from "../model/chart.ts";
import { rowCountAxis } from "./learning-curve.ts";

export type ComparedLearning = {
  readonly job: string;
  readonly color: string;
  readonly rows: readonly number[];
  /** Coefficients of determination, one for each of `rows`. */
  readonly coefficients: readonly number[];
};

/** The learning curves of one output in several jobs. */
export function comparedLearningChart(output: string, curves: readonly ComparedLearning[]): Chart {
  const points = curves.flatMap(({ job, color, rows, coefficients }) =>
    rows.map((x, at) => ({ job, color, x, y: coefficients[at] ?? Number.NaN })),
  );
  const x = points.map((point) => point.x);
  const y = points.map((point) => point.y);
  const count = (at: number): string => `${countText(x[at] ?? 0)} rows`;
  const text = (at: number): string => formatAccuracy(y[at] ?? Number.NaN);
  return {
    x: rowCountAxis(x),
    y: accuracyAxis("Accuracy", accuracyRange(y)),
    zones: [],
    marks: curves.map(({ job, color, rows, coefficients }) =>
      lineMark({ name: job, x: rows, y: coefficients, color, hasPoints: true }),
    ),
    revision: `compared learning ${output}`,
    summary: `Accuracy of ${output} by training rows: ${curves
      .map(({ job, rows, coefficients }) => {
        const best = coefficients.at(-1);
        return `${job} ${best === undefined ? "none" : formatAccuracy(best)} with ${countText(rows.at(-1) ?? 0)} rows`;
      })
      .join(", ")}.`,
    readout: {
      x,
      y,
      count: points.length,
      nearest: "both",
      parts: (at) => [
        { label: count(at), text: "", color: null },
        { label: points[at]?.job ?? "", text: text(at), color: points[at]?.color ?? null },
      ],
      describe: (at) => `${points[at]?.job}, ${count(at)}: ${text(at)}`,
    },
    table: () =>
      seriesTable(
        "Training rows",
        "Coefficient of determination",
        curves.map(({ job, rows, coefficients }) => ({ name: job, x: rows, y: coefficients })),
      ),
  };
}
