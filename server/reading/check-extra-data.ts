/** Checks the beginning of a file of extra data while the person who uploaded it waits. */
import { createReadStream } from "node:fs";
import { readExtraData } from "@understudy/engine/dataset/extra-data.ts";
import { findRelation } from "@understudy/engine/dataset/find-relation.ts";
import { configOfSpec } from "@understudy/engine/specs/job-config.ts";
import { gridValues } from "@understudy/engine/specs/language/grid.ts";
import { createProblems } from "@understudy/shared/csv/problems.ts";
import type { InputRelation } from "@understudy/shared/domain/data-note.ts";
import type { InputDefinition, ScalarValue } from "@understudy/shared/domain/variable.ts";
import type { WorkAnswer, WorkRequest } from "./tasks.ts";

/** More of them do not help under a form field. */
const MAX_SHOWN_PROBLEMS = 10;
/** The part of a file that is checked while somebody waits; the run, which reads the whole file, checks the rest. */
const CHECKED_BYTES = 32 * 1024 * 1024;

/** Rows in which a relation between inputs is looked for. */
const RELATION_ROWS = 4_000;

/** Ends a reading early. */
class Enough extends Error {}

export async function checkExtraData({
  path,
  name,
  size,
  manifest,
  variables,
}: WorkRequest<"checkExtraData">): Promise<WorkAnswer<"checkExtraData">> {
  const problems = createProblems();
  const problemList = problems.of("Extra Data", name);
  const grids = new Map(manifest.coordinates.map(({ name, grid }) => [name, gridValues(grid)]));
  const chunks = createReadStream(path);
  const file = { name, size, chunks: readBeginning(chunks) };
  const config = configOfSpec(manifest, variables);
  const rows: ScalarValue[][] = [];
  const keepRow = (inputs: readonly ScalarValue[]): undefined => {
    if (rows.length < RELATION_ROWS) rows.push([...inputs]);
  };
  try {
    await readExtraData(file, config, grids, problemList, keepRow);
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  } finally {
    chunks.destroy();
  }
  const lines = Object.values(problems.report()).flat();
  const shown =
    lines.length <= MAX_SHOWN_PROBLEMS
      ? lines
      : [...lines.slice(0, MAX_SHOWN_PROBLEMS), `and ${problems.count - MAX_SHOWN_PROBLEMS} more`];
  return { problems: shown, relation: findRelationOfRows(config.inputs, rows) };
}

/** A relation between the numeric inputs that vary over the rows. */
function findRelationOfRows(
  inputs: readonly InputDefinition[],
  rows: readonly (readonly ScalarValue[])[],
): InputRelation | null {
  const columns = inputs.flatMap(({ name, values }, at) => {
    if (values !== null) return [];
    const column = Float64Array.from(rows, (row) => Number(row[at]));
    return column.some((value) => value !== column[0]) ? [{ name, values: column }] : [];
  });
  return findRelation(columns);
}

async function* readBeginning(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    if (bytes >= CHECKED_BYTES) throw new Enough();
    bytes += chunk.length;
    yield chunk;
  }
}
