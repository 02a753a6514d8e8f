import { countText } from "@understudy/shared/number-text.ts";
import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";
import { accuracyRange } from "../model/accuracy-scale.ts";
import type { Chart, ChartAxis, Mark } from "../model/chart.ts";
import { accuracyAxis, lineMark, numberAxis, pointsMark } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { logExtent } from "../model/ranges.ts";

export type LearningCurveData = {
  readonly output: string;
  readonly rows: readonly number[];
  /** Coefficients of determination, one for each of `rows`. */
  readonly coefficients: readonly number[];
  /** The expected accuracy with more rows; null where it is unknown. */
  readonly outlook: { readonly rows: number; readonly coefficient: number } | null;
};

const AXIS_PADDING_DECADES = 0.08;

/** The axis of the number of training rows, with a mark at each of them. */
export function rowCountAxis(rows: readonly number[]): ChartAxis {
  const [first, last] = logExtent(rows) ?? [0, 1];
  const range = [10 ** (first - AXIS_PADDING_DECADES), 10 ** (last + AXIS_PADDING_DECADES)] as const;
  const places = [...new Set(rows)].sort((fewer, more) => fewer - more);
  return numberAxis("Training rows", "", range, { type: "log", places });
}

function createMarks({ rows, coefficients, outlook }: LearningCurveData, palette: Palette): Mark[] {
  const measured = lineMark({
    name: "Measured",
    x: rows,
    y: coefficients,
    color: palette.prediction,
    hasPoints: true,
  });
  if (outlook === null) return [measured];
  const x = [rows.at(-1) ?? outlook.rows, outlook.rows];
  const y = [coefficients.at(-1) ?? outlook.coefficient, outlook.coefficient];
  return [
    lineMark({ name: "Expected", x, y, color: palette.muted, width: 1.5, dash: "2 4" }),
    pointsMark({ name: "", x: x.slice(1), y: y.slice(1), color: palette.muted, isHollow: true }),
    measured,
  ];
}

/** Accuracy by number of training rows, extrapolated to more rows. */
export function learningCurveChart(curve: LearningCurveData, palette: Palette): Chart {
  const { output, rows, coefficients, outlook } = curve;
  const x = [...rows, ...(outlook === null ? [] : [outlook.rows])];
  const y = [...coefficients, ...(outlook === null ? [] : [outlook.coefficient])];
  const texts = y.map(formatAccuracy);
  const count = (at: number): string => `${countText(x[at] ?? 0)} rows`;
  const isExpected = (at: number): boolean => at >= rows.length;
  return {
    x: rowCountAxis(x),
    y: accuracyAxis("Accuracy", accuracyRange(y)),
    zones: [],
    marks: createMarks(curve, palette),
    revision: `learning ${output}`,
    summary: `Accuracy of ${output} by cross-validation by training rows: ${rows
      .map((_, at) => `${count(at)} ${texts[at]}`)
      .join(", ")}.`,
    readout: {
      x,
      y,
      count: x.length,
      parts: (at) => [
        { label: count(at), text: "", color: null },
        {
          label: isExpected(at) ? "Expected" : "Accuracy",
          text: isExpected(at) ? `about ${texts[at]}` : (texts[at] ?? ""),
          color: isExpected(at) ? palette.muted : palette.prediction,
        },
      ],
      describe: (at) => `${count(at)}: ${isExpected(at) ? "about " : ""}${texts[at]}`,
    },
    table: () => ({
      header: ["Training rows", "Coefficient of determination", "Kind"],
      rows: x.map((value, at) => [value, y[at] ?? null, isExpected(at) ? "expected" : "measured"]),
    }),
  };
}
