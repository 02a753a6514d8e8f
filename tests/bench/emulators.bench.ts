/**
 * How good the emulators are, set by set: a fifth of the rows is unseen by training and validation, and everything is
 * measured on it. `BENCH_EFFORT=quick`, and `BENCH_SETS=cardiac6,engineering1` for some sets only.
 */
import { existsSync, globSync } from "node:fs";
import { basename, join } from "node:path";
import { knotsOf, resample } from "../../engine/data/sections.ts";
import { gatherRows, pointsOf, remainingRows, selectRows, type Table } from "../../engine/data/table.ts";
import { accuracyOf } from "../../engine/emulators/accuracy.ts";
import type { Emulator } from "../../engine/emulators/emulator.ts";
import { createRandom } from "../../engine/math/random.ts";
import { train } from "../../engine/tasks/train.ts";
import type { Effort, TrainOptions } from "../../engine/tasks/training.ts";
import { FIXTURES, finish, readTable } from "../tables.ts";
import { bench, type Row } from "./bench.ts";

const EFFORTS: readonly Effort[] = ["quick", "standard", "thorough"];
const effort = EFFORTS.find((name) => name === process.env.BENCH_EFFORT) ?? "standard";
const SHARED = join(import.meta.dirname, "..", "..", "..", "shared", "data");
const home = existsSync(SHARED) ? SHARED : FIXTURES;
const wanted = process.env.BENCH_SETS?.split(",");

/** A vector that is the same in every row stands for the coordinate of the others as long as it. */
function curvesOf(table: Table): Pick<TrainOptions, "curves" | "ignoredOutputs"> {
  const vectors = table.outputs.filter(({ size }) => size > 1);
  const coordinate = vectors.find(({ size, values }) =>
    values.every((value, at) => value === values[at % size]),
  );
  if (coordinate === undefined) return {};
  const others = vectors.filter((output) => output !== coordinate && output.size === coordinate.size);
  const curves = Object.fromEntries(others.map(({ name }) => [name, { coordinate: coordinate.name }]));
  return { curves, ignoredOutputs: [coordinate.name] };
}

/** Coefficient of determination and coverage on rows that the emulator never saw: means over the outputs. */
function measure(
  emulator: Emulator,
  table: Table,
): { determination: number; uniform: number; coverage: number } {
  const predictions = emulator.predict(pointsOf(table), table.rows);
  const results = emulator.outputs.map((output) => {
    const column = table.outputs.find(({ name }) => name === output.name);
    const prediction = predictions.get(output.name);
    if (column === undefined || prediction === undefined) throw new Error(`No output ${output.name}`);
    const coordinate = table.outputs.find(({ name }) => name === output.coordinate)?.values;
    const stored = coordinate ?? column.values.map((_, at) => at % column.size);
    const truth =
      column.size === 1
        ? column.values
        : resample(column.values, stored, column.size, knotsOf(stored, column.size));
    return accuracyOf(truth, prediction, output.size, new Float64Array(output.size));
  });
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    determination: mean(results.map((result) => result.coefficientOfDetermination)),
    uniform: mean(results.map((result) => mean(Array.from(result.coefficientsOfDetermination)))),
    coverage: mean(results.map((result) => result.coverage)),
  };
}

function speedOf(emulator: Emulator, table: Table): { one: number; many: number } {
  const points = pointsOf(table);
  const point = points.slice(0, table.inputs.length);
  for (let i = 0; i < 200; i++) emulator.predict(point, 1);
  const started = performance.now();
  for (let i = 0; i < 200; i++) emulator.predict(point, 1);
  const one = (performance.now() - started) / 200;
  const count = Math.max(1, Math.floor(2e6 / emulator.outputs.reduce((sum, { size }) => sum + size, 0) / 50));
  const rows = Int32Array.from({ length: count }, (_, i) => i % table.rows);
  const many = gatherRows(points, table.inputs.length, rows);
  const before = performance.now();
  emulator.predict(many, count);
  return { one, many: (count / (performance.now() - before)) * 1000 };
}

async function row(folder: string): Promise<Row> {
  const table = await readTable(folder);
  const random = createRandom(1);
  const order = random.permutation(table.rows);
  const unseen = order.slice(0, Math.floor(table.rows / 5));
  const seen = selectRows(table, remainingRows(table.rows, unseen));
  const validationRows = random.permutation(seen.rows).slice(0, Math.floor(seen.rows / 5));
  const started = performance.now();
  let first = Number.NaN;
  const training = train(
    seen,
    { effort, validationRows, ...curvesOf(table) },
    { random, clock: () => performance.now() },
  );
  const { emulator, stopReason } = finish(training, (event) => {
    if (event.type === "progress" && event.coefficientOfDetermination > 0.98 && Number.isNaN(first)) {
      first = (performance.now() - started) / 1000;
    }
  });
  const seconds = (performance.now() - started) / 1000;
  const { determination, uniform, coverage } = measure(emulator, selectRows(table, unseen));
  const speed = speedOf(emulator, table);
  return {
    set: basename(folder),
    rows: table.rows,
    inputs: table.inputs.length,
    outputs: emulator.outputs.length,
    "R2, unseen": determination.toFixed(6),
    "R2, mean of components": uniform.toFixed(6),
    "covered of 95%": coverage.toFixed(3),
    "s to .98": first.toFixed(1),
    "s in all": seconds.toFixed(1),
    "ended by": stopReason,
    "ms a point": speed.one.toFixed(3),
    "points/s": Math.round(speed.many),
  };
}

bench(`Emulators, effort ${effort}`, async () => {
  const folders = globSync("*/parameters.csv", { cwd: home }).map((file) => join(home, file, ".."));
  const chosen = folders.filter((folder) => wanted?.includes(basename(folder)) ?? true).sort();
  const rows: Row[] = [];
  for (const folder of chosen) rows.push(await row(folder));
  return rows;
});
