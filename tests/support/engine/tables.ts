/** Tables to train on: from folders of CSV files, and made up from formulas. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { InputColumn, OutputColumn, Table } from "../../../engine/dataset/table.ts";
import { createRandom, type Random } from "../../../engine/math/random.ts";
import type { TrainEvent, TrainResult } from "../../../engine/training/prepare/messages.ts";
import { check } from "./csv-files.ts";

export const FIXTURES = join(import.meta.dirname, "../../../fixtures");

/** `parameters.csv` and `outputs.csv` of a folder. */
export async function readTable(folder: string): Promise<Table> {
  const [parameters, outputs] = ["parameters.csv", "outputs.csv"].map((file) =>
    readFileSync(join(folder, file)),
  );
  if (parameters === undefined || outputs === undefined) throw new Error(`No files in ${folder}`);
  const read = await check(parameters, outputs, { options: { number_duplicate_names: true } });
  if (read.table === null) throw new Error(read.sentences.join(" "));
  let offset = 0;
  return {
    rows: read.table.rows,
    inputs: read.table.inputs.map(({ name, levels }, at): InputColumn => {
      const cells = read.inputRows.map((row) => row[at] ?? 0);
      if (levels === null) return { kind: "continuous", name, values: Float64Array.from(cells) };
      return { kind: "categorical", name, levels, codes: Int32Array.from(cells) };
    }),
    outputs: read.table.outputs.map(({ name, vectorLength }): OutputColumn => {
      const size = vectorLength ?? 1;
      const from = offset;
      offset += size;
      return {
        name,
        size,
        values: Float64Array.from(read.outputRows.flatMap((row) => row.slice(from, from + size))),
      };
    }),
  };
}

/** Rows of inputs uniform on 0 .. 1, named a, b, c ..., and outputs computed from them. */
export function syntheticTable(
  rows: number,
  inputs: number,
  outputs: Readonly<Record<string, (point: readonly number[], random: Random) => number | number[]>>,
  seed = 1,
): Table {
  const random = createRandom(seed);
  const points = Array.from({ length: rows }, () => Array.from({ length: inputs }, () => random.uniform()));
  return {
    rows,
    inputs: Array.from({ length: inputs }, (_, at) => ({
      kind: "continuous",
      name: String.fromCharCode(97 + at),
      values: Float64Array.from(points, (point) => point[at] ?? 0),
    })),
    outputs: Object.entries(outputs).map(([name, formula]) => {
      const values = points.map((point) => [formula(point, random)].flat());
      return { name, size: values[0]?.length ?? 1, values: Float64Array.from(values.flat()) };
    }),
  };
}

/** Every fifth row or so, at random. */
export function drawValidationRows(table: Table, seed = 1): Int32Array {
  return createRandom(seed)
    .permutation(table.rows)
    .slice(0, Math.ceil(table.rows / 5));
}

/** Runs a training to its end. */
export async function finish(
  training: AsyncGenerator<TrainEvent, TrainResult>,
  see: (event: TrainEvent) => void = () => undefined,
): Promise<TrainResult> {
  for (let step = await training.next(); ; step = await training.next()) {
    if (step.done) return step.value;
    see(step.value);
  }
}
