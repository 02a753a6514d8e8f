import { fixedPercentText } from "@understudy/shared/number-text.ts";
import type { Chart, Mark } from "../model/chart.ts";
import { namesAxis, numberAxis, pointsMark } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import type { Range } from "../model/ranges.ts";

/** A share of the variance, 0 .. 1, with the ends of its interval. */
export type Share = { readonly value: number; readonly lower: number; readonly upper: number };
export type SensitivityBar = { readonly input: string; readonly firstOrder: Share; readonly total: Share };

/** Pixels that an input's two bars take, and pixels of everything around them. */
const ROW_HEIGHT_PX = 40;
const FRAME_HEIGHT_PX = 62;
export const sensitivityHeight = (bars: number): number =>
  FRAME_HEIGHT_PX + ROW_HEIGHT_PX * Math.max(2, bars);

/** The thickness of a bar, where the row of an input is 1 high; its two bars stand beside each other. */
const BAR_THICKNESS = 0.32;
const BAR_OFFSET = BAR_THICKNESS / 2 + 0.02;
const format = ({ value, lower, upper }: Share): string =>
  `${fixedPercentText(value)} (${fixedPercentText(lower)} to ${fixedPercentText(upper)})`;

/** Rectangles from 0 to each share, and its interval as a whisker. */
function bars(shares: readonly Share[], offset: number, color: string, palette: Palette): Mark[] {
  const middles = shares.map((_, row) => row + offset);
  return [
    {
      kind: "rects",
      name: "",
      x: shares.map(({ value }) => [0, value * 100]),
      y: middles.map((at) => [at - BAR_THICKNESS / 2, at + BAR_THICKNESS / 2]),
      color,
    },
    pointsMark({
      name: "",
      x: shares.map(({ value }) => value * 100),
      y: middles,
      color: palette.whisker,
      radius: 1.5,
      bars: {
        lower: shares.map(({ lower }) => lower * 100),
        upper: shares.map(({ upper }) => upper * 100),
        color: palette.whisker,
        isHorizontal: true,
      },
    }),
  ];
}

/** Returns the range up to a round share above all intervals, in percent. */
export function shareRange(shares: readonly Share[]): Range {
  const most = shares.reduce((high, { upper }) => Math.max(high, upper), 0) * 100;
  const end = [1, 2, 5, 10, 20, 40, 60, 80, 100].find((roundShare) => roundShare >= most) ?? 100;
  return [0, end * 1.02];
}

/** The share of an output's variance that comes from each input, one pair of bars an input, in the order given. */
export function sensitivityChart(output: string, inputs: readonly SensitivityBar[], palette: Palette): Chart {
  const totals = inputs.map(({ total }) => total);
  const firsts = inputs.map(({ firstOrder }) => firstOrder);
  const sentence = ({ input, firstOrder, total }: SensitivityBar): string =>
    `${input}: by itself ${format(firstOrder)}, with its interactions ${format(total)}`;
  return {
    x: numberAxis("Share of the variance (%)", "", shareRange(totals)),
    y: namesAxis(
      inputs.map(({ input }) => input),
      "down",
    ),
    zones: [],
    marks: [
      ...bars(firsts, -BAR_OFFSET, palette.prediction, palette),
      ...bars(totals, BAR_OFFSET, palette.faint, palette),
    ],
    revision: `sensitivity ${output} ${inputs.length}`,
    summary: `How much of the variance of ${output} comes from each input, with 95% intervals. ${inputs
      .slice(0, 5)
      .map(sentence)
      .join("; ")}.`,
    readout: {
      x: totals.map(({ value }) => value * 100),
      y: totals.map((_, row) => row),
      count: inputs.length,
      nearest: "both",
      parts: (at) => {
        const bar = inputs[at];
        if (bar === undefined) return [];
        return [
          { label: bar.input, text: "", color: null },
          { label: "By itself", text: format(bar.firstOrder), color: palette.prediction },
          { label: "With its interactions", text: format(bar.total), color: palette.faint },
        ];
      },
    },
    table: () => ({
      header: [
        "Input",
        ...["First order (%)", "Total (%)"].flatMap((name) => [name, "lower bound", "upper bound"]),
      ],
      rows: inputs.map(({ input, firstOrder, total }) => [
        input,
        ...[firstOrder, total].flatMap(({ value, lower, upper }) =>
          [value, lower, upper].map((share) => share * 100),
        ),
      ]),
    }),
  };
}
