import { fixedPercentText } from "@understudy/shared/number-text.ts";
import type { Chart } from "../model/chart.ts";
import { namesAxis, numberAxis } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { extent, padRange } from "../model/ranges.ts";

/** `avoided`: in percent of the designs that fail; below 0 where more fail then. The yield before and after, as texts. */
export type TighteningBar = {
  readonly name: string;
  readonly avoided: number;
  readonly from: string;
  readonly to: string;
};

/** Pixels that a bar takes, and pixels of everything around them. */
const ROW_HEIGHT_PX = 26;
const FRAME_HEIGHT_PX = 62;
export const tighteningHeight = (bars: number): number => FRAME_HEIGHT_PX + ROW_HEIGHT_PX * Math.max(2, bars);

/** The thickness of a bar, where the row of an input is 1 high. */
const BAR_THICKNESS = 0.6;

/** The share of failing designs that halving the spread of one input avoids. Bars are drawn in the order given. */
export function tighteningChart(bars: readonly TighteningBar[], palette: Palette): Chart {
  const [least, most] = extent(bars.map(({ avoided }) => avoided)) ?? [0, 1];
  const [low, high] = padRange([Math.min(0, least), Math.max(1, most)]);
  const sentence = ({ name, avoided, from, to }: TighteningBar): string =>
    `${name}: ${fixedPercentText(avoided / 100)} of the failing designs avoided, yield from ${from} to ${to}`;
  return {
    x: numberAxis("Failing designs avoided (%)", "", [least < 0 ? low : 0, Math.min(100, high)]),
    y: namesAxis(
      bars.map(({ name }) => name),
      "down",
    ),
    zones: [],
    marks: [
      {
        kind: "rects",
        name: "Failing designs avoided",
        x: bars.map(({ avoided }) => [0, avoided]),
        y: bars.map((_, row) => [row - BAR_THICKNESS / 2, row + BAR_THICKNESS / 2]),
        color: palette.prediction,
      },
    ],
    revision: `tightening ${bars.length}`,
    summary: `How many failing designs are avoided when the spread of one input is halved. ${bars.slice(0, 5).map(sentence).join("; ")}.`,
    readout: {
      x: bars.map(({ avoided }) => avoided),
      y: bars.map((_, row) => row),
      count: bars.length,
      nearest: "both",
      parts: (at) => {
        const bar = bars[at];
        if (bar === undefined) return [];
        return [
          {
            label: bar.name,
            text: `${fixedPercentText(bar.avoided / 100)} avoided`,
            color: palette.prediction,
          },
          { label: "Yield", text: `${bar.from} to ${bar.to}`, color: null },
        ];
      },
    },
    table: () => ({
      header: ["input", "failing_designs_avoided_percent", "yield_before", "yield_after"],
      rows: bars.map(({ name, avoided, from, to }) => [name, avoided, from, to]),
    }),
  };
}
