import { countText } from "@understudy/shared/number-text.ts";
import type { Chart } from "../model/chart.ts";
import { formatAxisTitle, formatPlotted, lineMark, numberAxis, seriesTable } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { extent, padRange } from "../model/ranges.ts";

/** The traces of one parameter, in the unit shown. */
export type ChainTraces = {
  readonly name: string;
  readonly unit: string;
  readonly options: readonly string[] | null;
  readonly spacing: "linear" | "log";
  readonly steps: readonly number[];
  /** A list a walker. */
  readonly walkers: readonly (readonly number[])[];
  /** Steps that are discarded. */
  readonly burnIn: number;
};

/** The positions of some walkers, step by step. */
export function chainTracesChart(traces: ChainTraces, palette: Palette): Chart {
  const { name, unit, options, spacing, steps, walkers, burnIn } = traces;
  const valueRange = extent(...walkers) ?? [0, 1];
  const range = spacing === "log" ? valueRange : padRange(valueRange);
  const [first = []] = walkers;
  const formatParameter = (value: number | undefined): string =>
    options === null ? formatPlotted(value, unit) : (options[value ?? -1] ?? "");
  const getWalkerColor = (at: number): string =>
    palette.series[at % palette.series.length] ?? palette.prediction;
  const parts = (at: number) => [
    { label: "Step", text: countText(steps[at] ?? 0), color: null },
    ...walkers.map((values, walker) => ({
      label: String(walker + 1),
      text: formatParameter(values[at]),
      color: getWalkerColor(walker),
    })),
  ];
  return {
    x: numberAxis("Step", "", [0, Math.max(2, steps.at(-1) ?? 0)]),
    y: numberAxis(name, unit, range, { type: spacing, categories: options }),
    zones: burnIn > 0 ? [{ from: 0, to: burnIn, color: palette.outside }] : [],
    marks: walkers.map((values, walker) =>
      lineMark({
        name: `Walker ${walker + 1}`,
        x: steps,
        y: values,
        color: `${getWalkerColor(walker)}b0`,
        width: 1,
      }),
    ),
    revision: `traces ${name}`,
    summary: `${name} of ${walkers.length} walkers by step; the first ${burnIn} steps are discarded.`,
    readout: {
      x: steps,
      y: first,
      count: steps.length,
      parts,
      describe: (at) =>
        parts(at)
          .map(({ label, text }) => `${label}: ${text}`)
          .join(", "),
    },
    table: () =>
      seriesTable(
        "step",
        formatAxisTitle(name, unit),
        walkers.map((values, walker) => ({ name: `walker ${walker + 1}`, x: steps, y: values })),
      ),
  };
}
