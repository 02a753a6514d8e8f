import { countText } from "@understudy/shared/number-text.ts";
import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";
import type { Chart } from "../model/chart.ts";
import { lineMark, numberAxis, pointsMark } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { extent, niceCeiling, padRange } from "../model/ranges.ts";

/** Each point is the best until the next. `violation` is the sum by which limits are not kept. */
export type BestPoint = {
  readonly evaluations: number;
  readonly score: number | null;
  readonly violation: number | null;
};
export type BestPath = {
  readonly path: readonly BestPoint[];
  /** The number of rated points; the line extends to it. */
  readonly evaluations: number;
  /** A score of at least 0 means in spec: a line marks it. */
  readonly hasSpec: boolean;
};

/** A limit is not kept. */
export const isOutside = ({ violation }: BestPoint): boolean => violation !== null && violation > 0;

/** The best score by number of evaluations, as steps; pale while a limit is not kept. */
export function bestScoreChart(
  { path, evaluations, hasSpec }: BestPath,
  spacing: "linear" | "log",
  palette: Palette,
): Chart {
  const scores = path.flatMap(({ score }) => (score === null ? [] : [score]));
  const range = padRange(extent(scores, hasSpec ? [0] : []) ?? [-1, 1]);
  const steps = path.flatMap((point, at) => [
    { ...point },
    { ...point, evaluations: path[at + 1]?.evaluations ?? Math.max(evaluations, point.evaluations) },
  ]);
  const last = path.at(-1);
  const describeScore = (at: number): string => {
    const point = path[at];
    if (point === undefined || point.score === null) return "no score";
    return isOutside(point)
      ? `${formatValue(point.score)}, limits missed by ${formatValue(point.violation ?? 0)} in sum`
      : formatValue(point.score);
  };
  const x = path.map((point) => point.evaluations);
  const y = path.map(({ score }) => score);
  const end = Math.max(evaluations, last?.evaluations ?? 0, 2);
  const inSpecLine = lineMark({
    name: "In spec from here",
    x: spacing === "log" ? [1, end * 1.2] : [0, niceCeiling(end)],
    y: [0, 0],
    color: palette.muted,
    width: 1,
    dash: "4 4",
  });
  return {
    x: numberAxis("Evaluations", "", spacing === "log" ? [1, end * 1.2] : [0, niceCeiling(end)], {
      type: spacing,
    }),
    y: numberAxis("Best score", "", range),
    zones: [],
    marks: [
      ...(hasSpec ? [inSpecLine] : []),
      lineMark({
        name: "Best score",
        x: steps.map((point) => point.evaluations),
        y: steps.map(({ score }) => score),
        color: palette.prediction,
        faded: steps.map(isOutside),
      }),
      pointsMark({
        name: "Improvements",
        x,
        y,
        color: palette.prediction,
        radius: 2.5,
        faded: path.map(isOutside),
      }),
    ],
    revision: `best score ${spacing}`,
    summary:
      last === undefined
        ? "Best score by number of evaluations. None yet."
        : `Best score by number of evaluations: ${describeScore(path.length - 1)} after ${countText(evaluations)} evaluations.`,
    readout: {
      x,
      y,
      count: path.length,
      parts: (at) => [
        { label: "Evaluation", text: countText(x[at] ?? 0), color: null },
        { label: "Best score", text: describeScore(at), color: palette.prediction },
      ],
      describe: (at) => `Evaluation ${countText(x[at] ?? 0)}: best score ${describeScore(at)}`,
    },
    table: () => ({
      header: ["evaluations", "best_score", "violation"],
      rows: path.map((point) => [point.evaluations, point.score, point.violation]),
    }),
  };
}
