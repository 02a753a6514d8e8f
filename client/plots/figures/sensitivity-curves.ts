import { type Figure, hoverNumber, plain, say, type Trace } from "./figure.ts";
import { axis, frame, quantityAxis } from "./frame.ts";
import type { Palette } from "./palette.ts";
import type { Range } from "./ranges.ts";

export type SensitivityLine = {
  readonly input: string;
  /** Shares, 0 .. 1, at each of `x`; null where nothing varies. */
  readonly values: readonly (number | null)[];
  readonly lower: readonly (number | null)[];
  readonly upper: readonly (number | null)[];
};
export type SensitivityCurves = {
  readonly output: string;
  /** What the shares are, as `Total share`. */
  readonly share: string;
  readonly coordinate: string;
  readonly coordinateUnit: string;
  readonly x: readonly number[];
  readonly xRange: Range;
  /** The most important first; no more than the palette has colours for. */
  readonly lines: readonly SensitivityLine[];
};

const BAND_OPACITY = 0.16;

/** The interval around a line, as one closed shape for each stretch without a gap. */
function band({ lower, upper }: SensitivityLine, x: readonly number[], color: string): Trace {
  const xs: number[] = [];
  const ys: number[] = [];
  let stretch: number[] = [];
  const close = () => {
    const back = stretch.toReversed();
    xs.push(...[...stretch, ...back].map((at) => x[at] ?? Number.NaN), Number.NaN);
    ys.push(
      ...stretch.map((at) => (upper[at] ?? 0) * 100),
      ...back.map((at) => (lower[at] ?? 0) * 100),
      Number.NaN,
    );
    stretch = [];
  };
  for (const at of x.keys()) {
    if (typeof lower[at] === "number" && typeof upper[at] === "number") stretch.push(at);
    else if (stretch.length > 0) close();
  }
  if (stretch.length > 0) close();
  return {
    type: "scatter",
    mode: "lines",
    x: xs,
    y: ys,
    fill: "toself",
    fillcolor: color,
    opacity: BAND_OPACITY,
    line: { color, width: 0 },
    connectgaps: false,
    hoverinfo: "skip",
  };
}

/** How much of a curve's variance comes from which input, along its coordinate. */
export function sensitivityCurvesFigure(plot: SensitivityCurves, palette: Palette): Figure {
  const { lines, x } = plot;
  const colored = lines.map((line, at) => ({
    line,
    color: palette.series[at % palette.series.length] ?? palette.ink,
  }));
  const percents = (values: readonly (number | null)[]) =>
    values.map((value) => (value === null ? null : value * 100));
  const strongest = (at: number): string => {
    const found = lines
      .map(({ input, values }) => ({ input, value: values[at] ?? null }))
      .filter(({ value }) => value !== null)
      .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
    if (found.length === 0) return "nothing varies";
    return found.map(({ input, value }) => `${input} ${((value ?? 0) * 100).toFixed(1)}%`).join(", ");
  };
  return {
    data: [
      ...colored.map(({ line, color }) => band(line, x, color)),
      ...colored.map(
        ({ line, color }): Trace => ({
          type: "scatter",
          mode: "lines",
          x: [...x],
          y: percents(line.values),
          line: { color, width: 2 },
          connectgaps: false,
          hovertemplate: `${hoverNumber("x", plot.coordinateUnit)}<br>${plain(line.input)} %{y:.1f}%<extra></extra>`,
        }),
      ),
    ],
    layout: frame(palette, `sensitivity curves ${plot.output} ${plot.share}`, {
      xaxis: quantityAxis(palette, [plot.coordinate, plot.coordinateUnit], plot.xRange),
      yaxis: axis(palette, `${plot.share} (%)`, [-1, 103], { exponentformat: "none" }),
    }),
    summary: `${plot.share} of the variance of ${plot.output} along ${plot.coordinate}, for ${lines
      .map(({ input }) => input)
      .join(", ")}.`,
    readout: {
      trace: colored.length,
      count: lines.length > 0 ? x.length : 0,
      describe: (index) => `${plot.coordinate} ${say(x[index], plot.coordinateUnit)}: ${strongest(index)}`,
    },
  };
}
