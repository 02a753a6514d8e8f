import { type Figure, plain, type Trace } from "./figure.ts";
import { axis, frame } from "./frame.ts";
import type { Palette } from "./palette.ts";
import type { Range } from "./ranges.ts";

/** A share of the variance, 0 .. 1, with the ends of its interval. */
export type Share = { readonly value: number; readonly lower: number; readonly upper: number };
export type SensitivityBar = { readonly input: string; readonly firstOrder: Share; readonly total: Share };

/** Pixels that an input's two bars take, and everything around them. */
const BAR_HEIGHT = 40;
const AROUND = 62;
export const sensitivityHeight = (bars: number): number => AROUND + BAR_HEIGHT * Math.max(2, bars);

const MAX_NAME = 24;
const THICKNESS = 0.32;
const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
const format = ({ value, lower, upper }: Share): string =>
  `${percent(value)} (${percent(lower)} to ${percent(upper)})`;

/** Rectangles from 0 to each share, and its interval as a whisker. */
function bars(
  shares: readonly Share[],
  offset: number,
  color: string,
  name: string,
  palette: Palette,
): Trace[] {
  const edges = (row: number) => [row + offset - THICKNESS / 2, row + offset + THICKNESS / 2] as const;
  const gap = Number.NaN;
  return [
    {
      type: "scatter",
      mode: "lines",
      x: shares.flatMap(({ value }) => [0, value * 100, value * 100, 0, 0, gap]),
      y: shares.flatMap((_, row) => {
        const [low, high] = edges(row);
        return [low, low, high, high, low, gap];
      }),
      fill: "toself",
      fillcolor: color,
      line: { color, width: 0 },
      connectgaps: false,
      hoverinfo: "skip",
    },
    {
      type: "scatter",
      mode: "markers",
      x: shares.map(({ value }) => value * 100),
      y: shares.map((_, row) => row + offset),
      marker: { color: palette.whisker, size: 3 },
      error_x: {
        type: "data",
        symmetric: false,
        array: shares.map(({ value, upper }) => Math.max(0, upper - value) * 100),
        arrayminus: shares.map(({ value, lower }) => Math.max(0, value - lower) * 100),
        color: palette.whisker,
        thickness: 1.25,
        width: 4,
      },
      text: shares.map((share) => `${name}: ${format(share)}`),
      hovertemplate: "%{text}<extra></extra>",
    },
  ];
}

/** Up to a round share above all intervals, in percent. */
export function shareRange(shares: readonly Share[]): Range {
  const most = shares.reduce((high, { upper }) => Math.max(high, upper), 0) * 100;
  const end = [1, 2, 5, 10, 20, 40, 60, 80, 100].find((one) => one >= most) ?? 100;
  return [0, end * 1.02];
}

/** How much of an output's variance comes from each input, one pair of bars an input, in the order given. */
export function sensitivityFigure(
  output: string,
  inputs: readonly SensitivityBar[],
  palette: Palette,
): Figure {
  const names = inputs.map(({ input }) =>
    plain(input.length > MAX_NAME ? `${input.slice(0, MAX_NAME - 1)}…` : input),
  );
  const positions = inputs.map((_, index) => index);
  const totals = inputs.map(({ total }) => total);
  const firsts = inputs.map(({ firstOrder }) => firstOrder);
  const sentence = ({ input, firstOrder, total }: SensitivityBar): string =>
    `${input}: by itself ${format(firstOrder)}, with its interactions ${format(total)}`;
  return {
    data: [
      ...bars(firsts, -THICKNESS / 2 - 0.02, palette.prediction, "By itself", palette),
      ...bars(totals, THICKNESS / 2 + 0.02, palette.faint, "With its interactions", palette),
    ],
    layout: frame(palette, `sensitivity ${output} ${inputs.length}`, {
      xaxis: axis(palette, "Share of the variance (%)", shareRange(totals), { exponentformat: "none" }),
      yaxis: axis(palette, "", [inputs.length - 0.5, -0.5], {
        tickvals: positions,
        ticktext: names,
        automargin: true,
        showgrid: false,
      }),
      margin: { l: 24, r: 20, t: 8, b: 48 },
    }),
    summary: `How much of the variance of ${output} comes from each input, with 95% intervals. ${inputs
      .slice(0, 5)
      .map(sentence)
      .join("; ")}.`,
    readout: {
      trace: 3,
      count: inputs.length,
      describe: (index) => {
        const bar = inputs[index];
        return bar === undefined ? "" : sentence(bar);
      },
    },
  };
}
