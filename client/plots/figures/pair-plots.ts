/** Rows as points over each pair of some parameters, with a histogram of each. */
import type { ChartTable } from "../chart/chart.ts";
import type { CornerParameter } from "./corner.ts";
import { formatAxisTitle, formatPlotted } from "./figure.ts";

export type PairChart = {
  readonly parameters: readonly CornerParameter[];
  /** Numbers of the rows that are drawn, as people count them, from 1. */
  readonly rows: readonly number[];
  /** The rows' values of each parameter; for categories the index of the option. */
  readonly values: readonly (readonly number[])[];
};

export type Spot = { readonly at: readonly [number, number]; readonly count: number };

/** Lists each place once, with the number of rows that lie there. */
export function groupSpots(places: readonly (readonly [number, number])[]): Spot[] {
  const spots = new Map<string, { at: readonly [number, number]; count: number }>();
  for (const at of places) {
    const key = at.join();
    const spot = spots.get(key);
    if (spot === undefined) spots.set(key, { at, count: 1 });
    else spot.count++;
  }
  return [...spots.values()];
}

/** The place in the list that is nearest, within some pixels; null: none is. */
export function nearestSample(
  places: readonly (readonly [number, number])[],
  [x, y]: readonly [number, number],
  within: number,
): number | null {
  let [nearest, least]: [number | null, number] = [null, within];
  for (const [at, [left, up]] of places.entries()) {
    const distance = Math.hypot(left - x, up - y);
    if (distance >= least) continue;
    [nearest, least] = [at, distance];
  }
  return nearest;
}

const valueText = ({ options, unit }: CornerParameter, value: number): string =>
  options === null ? formatPlotted(value, unit) : (options[value] ?? "");

/** `Row 12: length 1.2 µm, colour blue`. @param of places of the parameters that are said */
export function sampleText(
  { parameters, rows, values }: PairChart,
  sample: number,
  of: readonly number[],
): string {
  const parts = of.flatMap((at) => {
    const parameter = parameters[at];
    const value = values[at]?.[sample];
    return parameter === undefined || value === undefined
      ? []
      : [`${parameter.name} ${valueText(parameter, value)}`];
  });
  return `Row ${rows[sample]}: ${parts.join(", ")}`;
}

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
