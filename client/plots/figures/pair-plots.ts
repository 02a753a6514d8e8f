/** Rows as points over each pair of some parameters, with a histogram of each. */
import type { ChartTable, ReadoutPart } from "../model/chart.ts";
import { formatAxisTitle, formatPlotted } from "../model/chart.ts";
import type { CornerParameter } from "./corner.ts";

export type PairChart = {
  readonly parameters: readonly CornerParameter[];
  /** Numbers of the rows that are drawn, as people count them, from 1. */
  readonly rows: readonly number[];
  /** The rows' values of each parameter; for categories the index of the option. */
  readonly values: readonly (readonly number[])[];
  /** The values of further rows, of another set, which are drawn as rings; as `values`. */
  readonly ringed: readonly (readonly number[])[];
};

const valueText = ({ options, unit }: CornerParameter, value: number): string =>
  options === null ? formatPlotted(value, unit) : (options[value] ?? "");

/** @param described the places of the parameters that are described */
export const sampleParts = (
  { parameters, rows, values }: PairChart,
  sample: number,
  described: readonly number[],
): ReadoutPart[] => [
  { label: `Row ${rows[sample]}`, text: "", color: null },
  ...described.flatMap((at) => {
    const parameter = parameters[at];
    const value = values[at]?.[sample];
    return parameter === undefined || value === undefined
      ? []
      : [{ label: parameter.name, text: valueText(parameter, value), color: null }];
  }),
];

/** One row of the data a line, in the units shown. */
export const pairTable = ({ parameters, rows, values }: PairChart): ChartTable => ({
  header: ["Row", ...parameters.map(({ name, unit }) => formatAxisTitle(name, unit))],
  rows: rows.map((row, sample) => [
    row,
    ...parameters.map(({ options }, at) => {
      const value = values[at]?.[sample] ?? null;
      return options === null || value === null ? value : (options[value] ?? null);
    }),
  ]),
});
