/** Rewrites the raw rows of a draft, one a point of a sweep, as one row a curve. */
import { rename } from "node:fs/promises";
import type { SweepChoice } from "@understudy/shared/api/row-groups.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { turnIntoCurves } from "../sweep-curves.ts";
import type { RawTable } from "../validate.ts";
import { createRowFile, readRowFile } from "./row-file.ts";

/** Values of one draft that are held in memory at once, of all columns together. */
const MAX_VALUES = 20_000_000;

type RawFiles = { readonly inputs: string; readonly outputs: string };

/**
 * The swept input becomes the coordinate of all outputs, which become curves; inputs that are not chosen are left out.
 * @param files of the raw rows, which are replaced.
 * @throws UserError where the rows make no curves.
 */
export async function rewriteAsCurves(
  files: RawFiles,
  table: RawTable,
  { over, by }: SweepChoice,
): Promise<RawTable> {
  const refuse = (reason: string): never => {
    throw new UserError(`The rows cannot be turned into curves over ${over}: ${reason}.`);
  };
  const vector = table.outputs.find(({ vectorLength }) => vectorLength !== null);
  if (vector !== undefined) return refuse(`${vector.name} holds lists already`);
  const positions = by.map((name) => table.inputs.findIndex((input) => input.name === name));
  const swept = table.inputs.findIndex(({ name }) => name === over);
  if (swept === -1 || positions.includes(-1)) return refuse("a chosen input is not in the files");
  const width = positions.length + 1 + table.outputs.length;
  if (table.rows * width > MAX_VALUES) return refuse("there are too many rows");

  const isFailed = new Set(table.failedRows);
  const inputs = await readColumns(
    files.inputs,
    table.inputs.length,
    table.rows,
    [...positions, swept],
    isFailed,
  );
  const everyOutput = Array.from(table.outputs.keys());
  const complete = table.rows - table.failedRows.length;
  const outputs = await readColumns(files.outputs, table.outputs.length, complete, everyOutput, new Set());
  const shared = positions.map((position, at) => ({
    kind: table.inputs[position]?.levels === null ? ("numeric" as const) : ("categorical" as const),
    values: inputs[at] ?? new Float64Array(0),
  }));
  const made = turnIntoCurves({ shared, swept: inputs[positions.length] ?? new Float64Array(0), outputs });
  if ("problem" in made) return refuse(made.problem);

  const { firstRows, grid, curves } = made;
  const without = curves.findIndex((values) => values.every(Number.isNaN));
  if (without !== -1) return refuse(`no curve of ${table.outputs[without]?.name} is defined`);
  await replace(files.inputs, firstRows.length, (curve) =>
    Float64Array.from(shared, ({ values }) => values[firstRows[curve]]),
  );
  await replace(files.outputs, firstRows.length, (curve) => {
    const row = new Float64Array((1 + curves.length) * grid.length);
    row.set(grid);
    curves.forEach((values, output) => {
      row.set(values.subarray(curve * grid.length, (curve + 1) * grid.length), (1 + output) * grid.length);
    });
    return row;
  });
  return {
    rows: firstRows.length,
    inputs: positions.flatMap((position) => table.inputs[position] ?? []),
    outputs: [over, ...table.outputs.map(({ name }) => name)].map((name) => ({
      name,
      vectorLength: grid.length,
    })),
    failedRows: [],
    // Only curves can be undefined, never their grid.
    hasUndefined: false,
  };
}

/** Some columns of a file of rows, without the rows that are left out. */
async function readColumns(
  path: string,
  width: number,
  rows: number,
  positions: readonly number[],
  leftOut: ReadonlySet<number>,
): Promise<Float64Array[]> {
  const columns = positions.map(() => new Float64Array(rows - leftOut.size));
  let row = 0;
  let target = 0;
  for await (const values of readRowFile(path, width, rows)) {
    if (leftOut.has(row++)) continue;
    positions.forEach((position, at) => {
      const column = columns[at];
      if (column !== undefined) column[target] = values[position];
    });
    target += 1;
  }
  return columns;
}

async function replace(path: string, count: number, rowOf: (index: number) => Float64Array): Promise<void> {
  const file = await createRowFile(`${path}.curves`);
  for (let index = 0; index < count; index++) await file.write(rowOf(index));
  await file.close();
  await rename(`${path}.curves`, path);
}
