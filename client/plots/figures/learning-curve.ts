import { type Figure, plain, type Trace } from "./figure.ts";
import { axis, frame } from "./frame.ts";
import type { Palette } from "./palette.ts";
import { linspace, logExtent, type Range } from "./ranges.ts";

export type LearningCurveData = {
  readonly output: string;
  readonly rows: readonly number[];
  /** Coefficients of determination, one for each of `rows`. */
  readonly coefficients: readonly number[];
  /** The expected accuracy with more rows; null where it is unknown. */
  readonly outlook: { readonly rows: number; readonly coefficient: number } | null;
};

/**
 * The axis shows the distance to 100% on a log scale: 99% to 99.9% takes as much room as 90% to 99%. Smaller distances
 * count as this one.
 */
const MIN_MISSING = 1e-7;
/** In decades of what is missing. */
export const ROOM = 0.12;
const MARKS = 4;

export const missing = (coefficient: number): number => Math.max(MIN_MISSING, 1 - coefficient);

/** As "99.9%" where .001 is missing, with `digits` digits of what is missing. */
export function accuracyText(error: number, digits: number): string {
  const decimals = Math.max(0, digits - 3 - Math.floor(Math.log10(error) + 1e-9));
  return `${(100 * (1 - error)).toFixed(decimals)}%`;
}

/** Marks at whole decades of what is missing, where there are some; else evenly spread ones. `ends` as exponents of ten. */
export function marks([low, high]: Range): { tickvals: number[]; ticktext: string[] } {
  const decades = linspace(-7, 0, 8).filter((power) => power >= low && power <= high);
  if (decades.length >= 2) {
    const tickvals = decades.map((power) => 10 ** power).toReversed();
    return { tickvals, ticktext: tickvals.map((error) => accuracyText(error, 1)) };
  }
  const tickvals = linspace(high, low, MARKS).map((power) => 10 ** power);
  return { tickvals, ticktext: tickvals.map((error) => accuracyText(error, 2)) };
}

/** Accuracy by number of training rows, extrapolated to more rows. */
export function learningCurveFigure(curve: LearningCurveData, palette: Palette): Figure {
  const { output, rows, outlook } = curve;
  const errors = curve.coefficients.map(missing);
  const ahead = outlook === null ? [] : [missing(outlook.coefficient)];
  const [least, most] = logExtent(errors, ahead) ?? [-2, 0];
  const range: Range = [least - ROOM, most + ROOM];
  const texts = errors.map((error) => accuracyText(error, 2));
  const measured: Trace = {
    type: "scatter",
    mode: "lines+markers",
    x: [...rows],
    y: errors,
    line: { color: palette.prediction, width: 2 },
    marker: { color: palette.prediction, size: 7 },
    text: texts.map((text) => `${plain(output)} ${text}`),
    hovertemplate: "%{x} rows<br>%{text}<extra></extra>",
  };
  const further: Trace[] =
    outlook === null
      ? []
      : [
          {
            type: "scatter",
            mode: "lines+markers",
            x: [rows.at(-1) ?? outlook.rows, outlook.rows],
            y: [errors.at(-1) ?? 1, ...ahead],
            line: { color: palette.muted, width: 1.5, dash: "dot" },
            marker: { color: palette.muted, size: [0, 8], symbol: "circle-open" },
            text: ["", ...ahead.map((error) => `Expected: about ${accuracyText(error, 2)}`)],
            hovertemplate: "%{x} rows<br>%{text}<extra></extra>",
          },
        ];
  const places = [...rows, ...(outlook === null ? [] : [outlook.rows])];
  const [first, last] = logExtent(places) ?? [0, 1];
  return {
    data: [measured, ...further],
    layout: frame(palette, `learning ${output}`, {
      xaxis: axis(palette, "Training rows", [first - 0.08, last + 0.08], {
        type: "log",
        tickvals: places,
        ticktext: places.map((count) => count.toLocaleString("en")),
      }),
      yaxis: axis(palette, "Accuracy", [range[1], range[0]], { type: "log", ...marks(range) }),
      margin: { l: 72, r: 16, t: 8, b: 44 },
    }),
    summary: `Accuracy of ${output} by cross-validation by training rows: ${rows
      .map((count, index) => `${count} rows ${texts[index]}`)
      .join(", ")}.`,
    readout: { trace: 0, count: rows.length, describe: (index) => `${rows[index]} rows: ${texts[index]}` },
  };
}
