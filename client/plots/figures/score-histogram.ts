import type { Histogram } from "@understudy/shared/api/emulator-report.ts";
import { counted } from "@understudy/shared/counted.ts";
import type { Chart } from "../model/chart.ts";
import { formatPlottedRange, lineMark, numberAxis } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { extent, padRange } from "../model/ranges.ts";

type MarkedScores = {
  /** The score at the initial values; null: it does not exist. */
  readonly initial: number | null;
  /** A score of at least 0 means in spec: a line marks it. */
  readonly hasSpec: boolean;
};

/** Chooses the scores to be marked: those so near the bars that the bars remain distinguishable beside them. */
export function chooseMarkedScores({ edges }: Histogram, { initial, hasSpec }: MarkedScores) {
  const [low, high] = [edges[0] ?? 0, edges.at(-1) ?? 1];
  const isNear = (score: number): boolean => score >= 2 * low - high && score <= 2 * high - low;
  return {
    initial: initial !== null && isNear(initial) ? initial : null,
    spec: hasSpec && isNear(0) ? 0 : null,
  };
}

/** The number of rows by score. */
export function scoreHistogramChart(
  histogram: Histogram,
  markedScores: MarkedScores,
  palette: Palette,
): Chart {
  const { edges, counts } = histogram;
  const { initial, spec } = chooseMarkedScores(histogram, markedScores);
  const most = 1.1 * Math.max(...counts);
  const bins = counts.map((count, at) => ({ count, from: edges[at] ?? 0, to: edges[at + 1] ?? 0 }));
  const marked = [initial, spec].flatMap((score) => score ?? []);
  const upright = (name: string, at: number, color: string, dash: string | null) =>
    lineMark({ name, x: [at, at], y: [0, most], color, dash });
  const rangeText = (at: number): string => formatPlottedRange(bins[at]?.from ?? 0, bins[at]?.to ?? 0, "");
  const rowsText = (at: number): string => counted(bins[at]?.count ?? 0, "row");
  return {
    x: numberAxis("Score", "", padRange(extent(edges, marked) ?? [0, 1])),
    y: numberAxis("Training rows", "", [0, most]),
    zones: [],
    marks: [
      {
        kind: "rects",
        name: "Training rows",
        x: bins.map(({ from, to }) => [from, to]),
        y: bins.map(({ count }) => [0, count]),
        color: palette.faint,
      },
      ...(spec === null ? [] : [upright("In spec from here", spec, palette.muted, "4 4")]),
      ...(initial === null ? [] : [upright("Initial values", initial, palette.actual, null)]),
    ],
    revision: "score histogram",
    summary: `How many training rows have which score: ${formatPlottedRange(edges[0] ?? 0, edges.at(-1) ?? 0, "")}.`,
    readout: {
      x: bins.map(({ from, to }) => from / 2 + to / 2),
      y: bins.map(({ count }) => count),
      count: bins.length,
      parts: (at) => [
        { label: "Score", text: rangeText(at), color: null },
        { label: rowsText(at), text: "", color: palette.prediction },
      ],
      describe: (at) => `Score ${rangeText(at)}: ${rowsText(at)}`,
    },
    table: () => ({
      header: ["score_from", "score_to", "training_rows"],
      rows: bins.map(({ from, to, count }) => [from, to, count]),
    }),
  };
}
