/** The values of selected rows, as a table for other programs. */
import type { ScalarRows } from "@understudy/shared/api/emulator-profile.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { InputDefinition, OutputDefinition, ScalarValue } from "@understudy/shared/domain/variable.ts";
import { nameWithUnit } from "@understudy/shared/quantities/quantity-text.ts";
import { exactShownValue, shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { call } from "#api/call.ts";
import { tableCsv } from "#plots/csv.ts";
import type { Selection } from "#selection/page-selection.ts";

const ROW_SETS = ["training", "validation"] as const;
type SetRows = { readonly set: (typeof ROW_SETS)[number]; readonly rows: ScalarRows };

/** An address names so many rows at most. */
const ROWS_PER_CALL = 500;

/** Reads the inputs and scalar outputs of the selected rows: as many a call as its answer holds. */
export async function readSelectedRows(job_id: number, selection: Selection): Promise<SetRows[]> {
  const answers: SetRows[] = [];
  for (const set of ROW_SETS) {
    let remaining = [...(selection[set] ?? [])].map((row) => row - 1);
    while (remaining.length > 0) {
      const chosen = remaining.slice(0, ROWS_PER_CALL);
      const rows = await call("getScalarRows", {
        params: { job_id, data_set: set },
        query: { rows: chosen },
      });
      answers.push({ set, rows });
      const answered = new Set(rows.indices);
      // A newer training may have fewer rows: those that it does not have are never answered.
      const left = chosen.filter((index) => !answered.has(index) && index < rows.total);
      remaining = answered.size === 0 ? [] : [...left, ...remaining.slice(ROWS_PER_CALL)];
    }
  }
  return answers;
}

type Column = InputDefinition | OutputDefinition;
type Columns = Readonly<Record<string, readonly (ScalarValue | null)[]>>;

/** One row a line, in the units that the page shows. */
export function selectedRowsCsv(
  config: Pick<JobConfig, "inputs" | "outputs">,
  answers: readonly SetRows[],
): string {
  const outputs = config.outputs.filter(({ length }) => length === 1);
  const readCell = (columns: Columns, column: Column, at: number): ScalarValue | null => {
    const value = columns[column.name]?.[at] ?? null;
    return typeof value === "number" ? exactShownValue(value, shownUnit(column)) : value;
  };
  const title = (column: Column) => nameWithUnit(column.name, shownUnit(column).text);
  return tableCsv({
    header: ["set", "row", ...config.inputs.map(title), ...outputs.map(title)],
    rows: answers.flatMap(({ set, rows }) =>
      rows.indices.map((index, at) => [
        set,
        index + 1,
        ...config.inputs.map((input) => readCell(rows.inputs, input, at)),
        ...outputs.map((output) => readCell(rows.outputs, output, at)),
      ]),
    ),
  });
}
