import { countText } from "@understudy/shared/number-text.ts";
import type { Chart } from "../chart/chart.ts";
import { say, titleOf } from "./figure.ts";
import type { Palette } from "./palette.ts";
import { lineMark, numberAxis, seriesTable } from "./parts.ts";
import { extent, padded } from "./ranges.ts";

/** Of one parameter, in the unit shown. */
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

/** Where some walkers were, step by step. */
export function chainTracesChart(given: ChainTraces, palette: Palette): Chart {
  const { name, unit, options, spacing, steps, walkers, burnIn } = given;
  const found = extent(...walkers) ?? [0, 1];
  const range = spacing === "log" ? found : padded(found);
  const [first = []] = walkers;
  const textOf = (value: number | undefined): string =>
    options === null ? say(value, unit) : (options[value ?? -1] ?? "");
  const colorOf = (at: number): string => palette.series[at % palette.series.length] ?? palette.prediction;
  const parts = (at: number) => [
    { label: "Step", text: countText(steps[at] ?? 0), color: null },
    ...walkers.map((values, walker) => ({
      label: String(walker + 1),
      text: textOf(values[at]),
      color: colorOf(walker),
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
        color: `${colorOf(walker)}b0`,
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
        titleOf(name, unit),
        walkers.map((values, walker) => ({ name: `walker ${walker + 1}`, x: steps, y: values })),
      ),
  };
}
