import { csvLine } from "@understudy/shared/csv/csv-line.ts";
import { nameWithUnit } from "@understudy/shared/quantities/quantity-text.ts";
import { exactShownValue, type ShownUnit, shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import type { Ranged } from "@understudy/shared/quantities/unit.ts";

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
    yield csvLine(record.map((name, at) => nameWithUnit(name, units?.[at]?.text ?? "")));
  }
}

/** An empty cell stays empty: a simulation that failed has no outputs. */
function shownCell(cell: string, unit: ShownUnit | undefined): string {
  if (unit === undefined || unit.multiplier === 1 || cell === "") return cell;
  const shown = (text: string): string => String(exactShownValue(Number(text), unit));
  return cell.startsWith("[") ? `[${cell.slice(1, -1).split(",").map(shown).join(", ")}]` : shown(cell);
}
