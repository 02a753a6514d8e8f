/** The profiler's curves as numbers, for a file. */
import { columnTitle } from "@understudy/shared/quantities/quantity-text.ts";
import type { ChartTable } from "../model/chart.ts";
import { getCurve, type Profile, type ProfilerInput, type ProfilerOutput } from "./profiler-data.ts";

/** One line for each point of each curve: the input that varies, its value, and each output with its bounds. Values as shown. */
export function profileTable(
  profile: Profile,
  inputs: readonly ProfilerInput[],
  outputs: readonly ProfilerOutput[],
): ChartTable {
  const header = [
    "Input",
    "Value",
    ...outputs.flatMap(({ label, unit }) => {
      const title = columnTitle(label, unit);
      return [title, `${title}, lower bound`, `${title}, upper bound`];
    }),
  ];
  const rows = inputs.flatMap((input) => {
    const curves = outputs.map((output) => ({
      multiplier: output.unit.multiplier,
      curve: getCurve(profile, profile.prediction, input.name, output.name),
    }));
    return (profile.columns[input.name]?.x ?? []).map((value, at) => [
      columnTitle(input.label, input.unit),
      typeof value === "number" ? value / input.unit.multiplier : value,
      ...curves.flatMap(({ multiplier, curve }) =>
        [curve.values, curve.lower, curve.upper].map((values) => (values[at] ?? Number.NaN) / multiplier),
      ),
    ]);
  });
  return { header, rows };
}
