import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";
import type { Chart, Mark } from "../model/chart.ts";
import { namesAxis, numberAxis, pointsMark } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { extent, padRange, type Range } from "../model/ranges.ts";

/** The loss of score by a move. `breaksLimits`: limits on other outputs are not kept there. */
export type Fall = { readonly fall: number; readonly breaksLimits: boolean };
/** A variable whose moves are rated: to smaller and larger values, or to the best of the other options. */
export type ImportanceBar = {
  readonly name: string;
  readonly below: Fall | null;
  readonly above: Fall | null;
  readonly other: Fall | null;
};

/** Pixels that a variable's bars take, and pixels of everything around them. */
const ROW_HEIGHT_PX = 34;
const FRAME_HEIGHT_PX = 62;
export const importanceHeight = (bars: number): number => FRAME_HEIGHT_PX + ROW_HEIGHT_PX * Math.max(2, bars);

/** The thickness of a bar, where the row of a variable is 1 high. */
const BAR_THICKNESS = 0.34;
const BAR_OFFSET = BAR_THICKNESS / 2 + 0.02;

type Side = "below" | "above" | "other";
export const importanceColors = (palette: Palette): Record<Side, string> => ({
  below: palette.prediction,
  above: palette.actual,
  other: palette.muted,
});
const SIDE_LABELS: Readonly<Record<Side, string>> = {
  below: "Smaller value",
  above: "Larger value",
  other: "Best other option",
};
const MOVE_SIDES = ["below", "above", "other"] as const;
const OFFSET_BY_SIDE: Readonly<Record<Side, number>> = { below: -BAR_OFFSET, above: BAR_OFFSET, other: 0 };

const fallText = ({ fall, breaksLimits }: Fall): string =>
  `${fall < 0 ? `rises by ${formatValue(-fall)}` : `falls by ${formatValue(fall)}`}${breaksLimits ? ", limits not kept" : ""}`;

/** @param share of a variable's range by which it moves, in words. Bars are drawn in the order given. */
export function importanceChart(share: string, bars: readonly ImportanceBar[], palette: Palette): Chart {
  const colors = importanceColors(palette);
  const sideBars = bars.flatMap((bar, row) =>
    MOVE_SIDES.flatMap((side) => {
      const fall = bar[side];
      return fall === null ? [] : [{ side, row, fall }];
    }),
  );
  const [least, most] = extent(sideBars.map(({ fall }) => fall.fall)) ?? [0, 1];
  const [low, high] = padRange([Math.min(0, least), Math.max(0, most)]);
  // Bars stand on the axis where the score rises nowhere.
  const range: Range = [least < 0 ? low : 0, high];
  const createMarks = (side: Side): Mark[] => {
    const barsOnSide = sideBars.filter((bar) => bar.side === side);
    const middles = barsOnSide.map(({ row }) => row + OFFSET_BY_SIDE[side]);
    const broken = barsOnSide.flatMap(({ fall }, at) => (fall.breaksLimits ? [at] : []));
    return [
      {
        kind: "rects",
        name: SIDE_LABELS[side],
        x: barsOnSide.map(({ fall }) => [0, fall.fall]),
        y: middles.map((at) => [at - BAR_THICKNESS / 2, at + BAR_THICKNESS / 2]),
        color: colors[side],
      },
      pointsMark({
        name: "Limits not kept",
        x: broken.map((at) => barsOnSide[at]?.fall.fall ?? 0),
        y: broken.map((at) => middles[at] ?? null),
        color: palette.ink,
        isHollow: true,
      }),
    ];
  };
  const sentence = ({ name, ...sides }: ImportanceBar): string =>
    `${name}: ${MOVE_SIDES.flatMap((side) => {
      const fall = sides[side];
      return fall === null ? [] : [`${SIDE_LABELS[side].toLowerCase()}, the score ${fallText(fall)}`];
    }).join("; ")}`;
  return {
    x: numberAxis("Fall of the score", "", range),
    y: namesAxis(
      bars.map(({ name }) => name),
      "down",
    ),
    zones: [],
    marks: MOVE_SIDES.flatMap(createMarks),
    revision: `importance ${bars.length}`,
    summary: `How much the score of the best design falls when one variable moves alone by ${share} of its range. ${bars
      .slice(0, 5)
      .map(sentence)
      .join(". ")}.`,
    readout: {
      x: sideBars.map(({ fall }) => fall.fall),
      y: sideBars.map(({ row, side }) => row + OFFSET_BY_SIDE[side]),
      count: sideBars.length,
      nearest: "both",
      parts: (at) => {
        const bar = sideBars[at];
        const name = bars[bar?.row ?? 0]?.name ?? "";
        if (bar === undefined) return [];
        return [
          { label: name, text: "", color: null },
          { label: SIDE_LABELS[bar.side], text: fallText(bar.fall), color: colors[bar.side] },
        ];
      },
    },
    table: () => ({
      header: ["variable", "move", "fall_of_score", "limits_kept"],
      rows: sideBars.map(({ row, side, fall }) => [
        bars[row]?.name ?? "",
        SIDE_LABELS[side],
        fall.fall,
        String(!fall.breaksLimits),
      ]),
    }),
  };
}

/** The sides that some bar has, for the legend. */
export const importanceSides = (bars: readonly ImportanceBar[]): { side: Side; label: string }[] =>
  MOVE_SIDES.flatMap((side) =>
    bars.some((bar) => bar[side] !== null) ? [{ side, label: SIDE_LABELS[side] }] : [],
  );
