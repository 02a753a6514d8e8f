/** Columns of inputs.f64, and what is found in them. */
import type { InputRelation } from "@understudy/shared/domain/data-note.ts";
import type { DatasetMeta, InputMeta } from "../dataset-meta.ts";
import { findRelation } from "../find-relation.ts";
import { isRowCounter, isVaried } from "../preprocess.ts";
import type { GroupingColumn } from "../row-groups/detect-grouping.ts";
import { readRowFile } from "./row-file.ts";

/** Rows in which a relation between inputs is looked for. */
const RELATION_ROWS = 4_000;

/** Tells whether an input varies and does not only count the rows. */
export const describesDesign = (input: InputMeta): boolean => isVaried(input) && !isRowCounter(input);

/** The first `count` rows of some inputs. */
export async function readColumns(
  path: string,
  inputs: readonly InputMeta[],
  positions: readonly number[],
  count: number,
): Promise<GroupingColumn[]> {
  const columns = positions.map((at): GroupingColumn & { at: number } => ({
    at,
    kind: inputs[at]?.kind ?? "numeric",
    values: new Float64Array(count),
  }));
  let row = 0;
  for await (const values of readRowFile(path, inputs.length, count)) {
    for (const column of columns) column.values[row] = values[column.at];
    row += 1;
  }
  return columns;
}

/** A relation that the numeric inputs keep in the first rows; see find-relation.ts. */
export async function readRelation(
  path: string,
  { inputs, rows }: Pick<DatasetMeta, "inputs" | "rows">,
): Promise<InputRelation | null> {
  const positions = inputs.flatMap((input, at) =>
    input.kind === "numeric" && describesDesign(input) ? [at] : [],
  );
  const columns = await readColumns(path, inputs, positions, Math.min(rows, RELATION_ROWS));
  return findRelation(
    columns.map(({ values }, at) => ({ name: inputs[positions[at] ?? -1]?.name ?? "", values })),
  );
}
