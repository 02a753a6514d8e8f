import { nameWithUnit } from "@understudy/shared/quantities/quantity-text.ts";
import { exactShownValue, NO_UNIT, type ShownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { expandColumns, inputLook, type Looks, outputLook } from "#designs/quantities.ts";
import { tableCsv } from "#plots/csv.ts";
import type { RankedDesign } from "./optima-columns.tsx";

type Cell = number | string | null;
const convertToUnit = (value: Cell | undefined, unit: ShownUnit): Cell =>
  typeof value === "number" ? exactShownValue(value, unit) : (value ?? null);

/**
 * The designs of the table, one a line.
 * @param looks whose units the values are in, as the header says; null: values as stored
 */
export function optimaCsv(designs: readonly RankedDesign[], looks: Looks | null): string {
  const first = designs[0]?.design;
  const hasBounds = first?.is_simulated !== true;
  const inputs = Object.keys(expandColumns(first?.inputs ?? {}));
  const outputs = Object.keys(first?.outputs ?? {});
  const inputUnit = (name: string) => (looks === null ? NO_UNIT : inputLook(looks, name).unit);
  const outputUnit = (name: string) => (looks === null ? NO_UNIT : outputLook(looks, name).unit);
  const header = [
    "rank",
    "score",
    ...(hasBounds ? ["score_lower", "score_upper"] : []),
    "in_spec",
    "violation",
    ...outputs.flatMap((name) =>
      (hasBounds ? [name, `${name}_lower`, `${name}_upper`] : [name]).map((column) =>
        nameWithUnit(column, outputUnit(name).text),
      ),
    ),
    ...inputs.map((name) => nameWithUnit(name, inputUnit(name).text)),
    "at_limits",
    ...(hasBounds ? ["outside_training_range", "far_from_training_rows"] : []),
  ];
  const rows = designs.map(({ rank, design }): Cell[] => {
    const columns = expandColumns(design.inputs);
    return [
      rank + 1,
      design.score,
      ...(hasBounds ? [design.lower_bound, design.upper_bound] : []),
      design.in_spec === null ? "" : String(design.in_spec),
      design.violation,
      ...outputs.flatMap((name) => {
        const { mean = null, lower = null, upper = null } = design.outputs[name] ?? {};
        return (hasBounds ? [mean, lower, upper] : [mean]).map((value) =>
          convertToUnit(value, outputUnit(name)),
        );
      }),
      ...inputs.map((name) => convertToUnit(columns[name], inputUnit(name))),
      design.at_limits.map(({ name, limit }) => `${name} ${limit}`).join("; "),
      ...(hasBounds ? [design.outside.join("; "), String(design.is_far)] : []),
    ];
  });
  return tableCsv({ header, rows });
}
