import { fixedPercentText } from "@understudy/shared/number-text.ts";
import type { Chart } from "../model/chart.ts";
import { asBand, bandMark, formatAxisTitle, formatPlotted, lineMark, numberAxis } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import type { Range } from "../model/ranges.ts";

export type SensitivityLine = {
  readonly input: string;
  /** Shares, 0 .. 1, at each of `x`; null where nothing varies. */
  readonly values: readonly (number | null)[];
  readonly lower: readonly (number | null)[];
  readonly upper: readonly (number | null)[];
};
export type SensitivityCurves = {
  readonly output: string;
  /** The name of the shares, such as `Total share`. */
  readonly share: string;
  readonly coordinate: string;
  readonly coordinateUnit: string;
  readonly x: readonly number[];
  readonly xRange: Range;
  /** The most important first; no more than the palette has colours for. */
  readonly lines: readonly SensitivityLine[];
};

const toPercents = (values: readonly (number | null)[]) =>
  values.map((value) => (value === null ? null : value * 100));

/** The share of a curve's variance that comes from each input, along its coordinate. */
export function sensitivityCurvesChart(plot: SensitivityCurves, palette: Palette): Chart {
  const { lines, x, coordinate, coordinateUnit } = plot;
  const colored = lines.map((line, at) => ({
    ...line,
    color: palette.series[at % palette.series.length] ?? palette.ink,
  }));
  const strongest = (at: number) =>
    colored
      .flatMap(({ input, values, color }) => {
        const value = values[at] ?? null;
        return value === null ? [] : [{ label: input, value, text: fixedPercentText(value), color }];
      })
      .sort((a, b) => b.value - a.value);
  const [first] = colored;
  return {
    x: numberAxis(coordinate, coordinateUnit, plot.xRange),
    y: numberAxis(`${plot.share} (%)`, "", [-1, 103]),
    zones: [],
    marks: [
      ...colored.map(({ input, lower, upper, color }) =>
        bandMark({
          name: input,
          x,
          lower: toPercents(lower),
          upper: toPercents(upper),
          color: asBand(color),
        }),
      ),
      ...colored.map(({ input, values, color }) =>
        lineMark({ name: input, x, y: toPercents(values), color }),
      ),
    ],
    revision: `sensitivity curves ${plot.output} ${plot.share}`,
    summary: `${plot.share} of the variance of ${plot.output} along ${coordinate}, for ${lines
      .map(({ input }) => input)
      .join(", ")}.`,
    readout: {
      x,
      y: toPercents(first?.values ?? []),
      count: lines.length > 0 ? x.length : 0,
      parts: (at) => [
        { label: coordinate, text: formatPlotted(x[at], coordinateUnit), color: null },
        ...strongest(at).map(({ label, text, color }) => ({ label, text, color })),
        ...(strongest(at).length === 0 ? [{ label: "Nothing varies", text: "", color: null }] : []),
      ],
    },
    table: () => ({
      header: [
        formatAxisTitle(coordinate, coordinateUnit),
        ...lines.flatMap(({ input }) => [`${input} (%)`, `${input}: lower bound`, `${input}: upper bound`]),
      ],
      rows: x.map((value, at) => [
        value,
        ...lines.flatMap(({ values, lower, upper }) =>
          [values, lower, upper].map((numbers) => toPercents(numbers)[at] ?? null),
        ),
      ]),
    }),
  };
}
