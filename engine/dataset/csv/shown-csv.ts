import { type ShownUnit, shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import type { Ranged } from "@understudy/shared/quantities/unit.ts";
import { csvLine } from "./csv-line.ts";

type Column = Ranged & { readonly name: string };

/**
 * The rows of a table in the units that the pages show: `C1 (pF)` heads a column whose values are stored in F. Columns without a
 * unit or a multiplier stay as they are.
 * @param records header included, cells as text; lists as `[1, 2]`
 * @returns lines of a CSV file
 */
export async function* shownCsv(
  records: AsyncIterable<readonly string[]>,
  columns: readonly Column[],
): AsyncGenerator<string> {
  const byName = new Map(columns.map((column) => [column.name, shownUnit(column)]));
  let units: readonly (ShownUnit | undefined)[] | null = null;
  for await (const record of records) {
    if (units !== null) {
      const shown = units;
      yield csvLine(record.map((cell, at) => shownCell(cell, shown[at])));
      continue;
    }
    units = record.map((name) => byName.get(name));
    yield csvLine(record.map((name, at) => headerOf(name, units?.[at]?.text ?? "")));
  }
}

const headerOf = (name: string, unit: string): string => (unit === "" ? name : `${name} (${unit})`);

function shownCell(cell: string, unit: ShownUnit | undefined): string {
  if (unit === undefined || unit.multiplier === 1) return cell;
  const shift = -Math.round(Math.log10(unit.multiplier));
  if (!cell.startsWith("[")) return shifted(cell, shift);
  const values = cell.slice(1, -1).split(",");
  return `[${values.map((value) => shifted(value, shift)).join(", ")}]`;
}

/** By its decimal exponent: 4.1e-12 F is 4.1 pF to the last digit. */
function shifted(text: string, by: number): string {
  const [digits = "", exponent = "0"] = text.trim().toLowerCase().split("e");
  return String(Number(`${digits}e${Number(exponent) + by}`));
}
