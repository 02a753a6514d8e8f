import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";
import type { Chart, Mark } from "../chart/chart.ts";
import type { Palette } from "./palette.ts";
import { namesAxis, numberAxis, pointsMark } from "./parts.ts";
import { extent, padded, type Range } from "./ranges.ts";

/** What a move costs. `breaksLimits`: limits on other outputs are not kept there. */
export type Fall = { readonly fall: number; readonly breaksLimits: boolean };
/** A variable whose moves are rated: to smaller and larger values, or to the best of the other options. */
export type ImportanceBar = {
  readonly name: string;
  readonly below: Fall | null;
  readonly above: Fall | null;
  readonly other: Fall | null;
};

/** Pixels that a variable's bars take, and everything around them. */
const BAR_HEIGHT = 34;
const AROUND = 62;
export const importanceHeight = (bars: number): number => AROUND + BAR_HEIGHT * Math.max(2, bars);

/** Of a bar, where a variable has the height 1. */
const THICKNESS = 0.34;
const OFFSET = THICKNESS / 2 + 0.02;

type Side = "below" | "above" | "other";
export const importanceColors = (palette: Palette): Record<Side, string> => ({
  below: palette.prediction,
  above: palette.actual,
  other: palette.muted,
});
const LABELS: Readonly<Record<Side, string>> = {
  below: "Smaller value",
  above: "Larger value",
  other: "Best other option",
};
const SIDES = ["below", "above", "other"] as const;
const OFFSETS: Readonly<Record<Side, number>> = { below: -OFFSET, above: OFFSET, other: 0 };

const fallText = ({ fall, breaksLimits }: Fall): string =>
  `${fall < 0 ? `rises by ${formatValue(-fall)}` : `falls by ${formatValue(fall)}`}${breaksLimits ? ", limits not kept" : ""}`;

/** @param share of a variable's range by which it moves, in words. Bars are drawn in the order given. */
export function importanceChart(share: string, bars: readonly ImportanceBar[], palette: Palette): Chart {
  const colors = importanceColors(palette);
  const all = bars.flatMap((bar, row) =>
    SIDES.flatMap((side) => {
      const fall = bar[side];
      return fall === null ? [] : [{ side, row, fall }];
    }),
  );
  const [least, most] = extent(all.map(({ fall }) => fall.fall)) ?? [0, 1];
  const [low, high] = padded([Math.min(0, least), Math.max(0, most)]);
  // Bars stand on the axis where the score rises nowhere.
  const range: Range = [least < 0 ? low : 0, high];
  const marksOf = (side: Side): Mark[] => {
    const own = all.filter((one) => one.side === side);
    const middles = own.map(({ row }) => row + OFFSETS[side]);
    const broken = own.flatMap(({ fall }, at) => (fall.breaksLimits ? [at] : []));
    return [
      {
        kind: "rects",
        name: LABELS[side],
        x: own.map(({ fall }) => [0, fall.fall]),
        y: middles.map((at) => [at - THICKNESS / 2, at + THICKNESS / 2]),
        color: colors[side],
      },
      pointsMark({
        name: "Limits not kept",
        x: broken.map((at) => own[at]?.fall.fall ?? 0),
        y: broken.map((at) => middles[at] ?? null),
        color: palette.ink,
        isHollow: true,
      }),
    ];
  };
  const sentence = ({ name, ...sides }: ImportanceBar): string =>
    `${name}: ${SIDES.flatMap((side) => {
      const fall = sides[side];
      return fall === null ? [] : [`${LABELS[side].toLowerCase()}, the score ${fallText(fall)}`];
    }).join("; ")}`;
  return {
    x: numberAxis("Fall of the score", "", range),
    y: namesAxis(
      bars.map(({ name }) => name),
      "down",
    ),
    zones: [],
    marks: SIDES.flatMap(marksOf),
    revision: `importance ${bars.length}`,
    summary: `How much the score of the best design falls when one variable moves alone by ${share} of its range. ${bars
      .slice(0, 5)
      .map(sentence)
      .join(". ")}.`,
    readout: {
      x: all.map(({ fall }) => fall.fall),
      y: all.map(({ row, side }) => row + OFFSETS[side]),
      count: all.length,
      nearest: "both",
      parts: (at) => {
        const one = all[at];
        const name = bars[one?.row ?? 0]?.name ?? "";
        if (one === undefined) return [];
        return [
          { label: name, text: "", color: null },
          { label: LABELS[one.side], text: fallText(one.fall), color: colors[one.side] },
        ];
      },
      describe: (at) => {
        const one = all[at];
        return one === undefined
          ? ""
          : `${bars[one.row]?.name}, ${LABELS[one.side].toLowerCase()}: ${fallText(one.fall)}`;
      },
    },
    table: () => ({
      header: ["variable", "move", "fall_of_score", "limits_kept"],
      rows: all.map(({ row, side, fall }) => [
        bars[row]?.name ?? "",
        LABELS[side],
        fall.fall,
        String(!fall.breaksLimits),
      ]),
    }),
  };
}

/** The sides that some bar has, for the legend. */
export const importanceSides = (bars: readonly ImportanceBar[]): { side: Side; label: string }[] =>
  SIDES.flatMap((side) => (bars.some((bar) => bar[side] !== null) ? [{ side, label: LABELS[side] }] : []));
