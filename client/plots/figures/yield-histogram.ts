import type { YieldAnswer } from "@understudy/shared/api/yield.ts";
import { percentText } from "@understudy/shared/number-text.ts";
import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";
import type { Chart, Mark } from "../model/chart.ts";
import { formatPlottedRange, lineMark, numberAxis } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { extent, padRange } from "../model/ranges.ts";

type Histogram = NonNullable<YieldAnswer["histogram"]>;

/** The distribution of the designs' scores, on both sides of the smallest score that is good enough. */
export function yieldHistogramChart({ edges, shares }: Histogram, least: number, palette: Palette): Chart {
  const bins = shares.map((share, at) => ({ share, from: edges[at] ?? 0, to: edges[at + 1] ?? 0 }));
  const [low, high] = extent(edges) ?? [0, 1];
  // A limit far from all scores would leave them too little room to be told apart.
  const isNear = least >= 2 * low - high && least <= 2 * high - low;
  const most = 110 * Math.max(...shares);
  // The bin that the limit cuts is drawn in two.
  const failing = bins
    .filter(({ from }) => from < least)
    .map((bin) => ({ ...bin, to: Math.min(bin.to, least) }));
  const passing = bins
    .filter(({ to }) => to > least)
    .map((bin) => ({ ...bin, from: Math.max(bin.from, least) }));
  const rects = (name: string, drawnBins: typeof bins, color: string): Mark => ({
    kind: "rects",
    name,
    x: drawnBins.map(({ from, to }) => [from, to]),
    y: drawnBins.map(({ share }) => [0, 100 * share]),
    color,
  });
  const limit = lineMark({
    name: "In spec from here",
    x: [least, least],
    y: [0, most],
    color: palette.muted,
    dash: "4 4",
  });
  const text = (at: number): string => formatPlottedRange(edges[at] ?? 0, edges[at + 1] ?? 0, "");
  return {
    x: numberAxis("Score", "", padRange(extent(edges, isNear ? [least] : []) ?? [0, 1])),
    y: numberAxis("Designs (%)", "", [0, most]),
    zones: [],
    marks: [
      rects("In spec", passing, palette.faint),
      rects("Out of spec", failing, palette.actual),
      ...(isNear ? [limit] : []),
    ],
    revision: "yield histogram",
    summary: `How the scores of the designs are distributed, from ${formatPlottedRange(low, high, "")}; in spec from ${formatValue(least, "short")} on.`,
    readout: {
      x: bins.map(({ from, to }) => from / 2 + to / 2),
      y: bins.map(({ share }) => 100 * share),
      count: bins.length,
      parts: (at) => [
        { label: "Score", text: text(at), color: null },
        { label: "Designs", text: percentText(bins[at]?.share ?? 0), color: palette.prediction },
      ],
    },
    table: () => ({
      header: ["score_from", "score_to", "share_of_designs"],
      rows: bins.map(({ from, to, share }) => [from, to, share]),
    }),
  };
}
