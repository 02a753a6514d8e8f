/** The sets that emulators are measured on: folders of CSV files, and functions. A *split* is what one seed makes of a set. */
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { collectPoints, remainingRows, selectRows, type Table } from "../../../engine/dataset/table.ts";
import { createRandom, type Random } from "../../../engine/math/random.ts";
import type { TrainOptions } from "../../../engine/training/prepare/messages.ts";
import { FIXTURES, readTable } from "../../support/engine/tables.ts";
import { isWanted, options } from "../options.ts";
import { FEW_ROW_FUNCTIONS, MANY_ROW_FUNCTIONS, type TestFunction } from "./functions.ts";

export interface Split {
  set: string;
  seed: number;
  /** Training rows, and rows that no method sees before it is trained. */
  training: Table;
  unseen: Table;
  /** The roles of the outputs that are vectors: how they belong together. */
  roles: Pick<TrainOptions, "curves" | "ignoredOutputs">;
}

export interface BenchSet {
  name: string;
  split: (seed: number) => Promise<Split>;
}

const UNSEEN_SHARE = 0.2;
const FRESH_ROWS = 2000;
const MANY_ROWS = 500;

const SHARED_DATA_FOLDER = process.env.BENCH_DATA ?? join(import.meta.dirname, "../../../../shared/data");
export const home = existsSync(SHARED_DATA_FOLDER) ? SHARED_DATA_FOLDER : FIXTURES;

/** Says where the sets come from, when that is not the whole collection. */
export const homeNote =
  home === FIXTURES ? "; the bundled fixtures alone, as there is no ../shared/data beside the project" : "";

export function benchSets(): BenchSet[] {
  const folders = globSync("*/parameters.csv", { cwd: home })
    .map((file) => file.split("/")[0] ?? "")
    .sort();
  const sets = [
    ...folders.map((name) => ({ name, split: folderSplit(name) })),
    ...FEW_ROW_FUNCTIONS.map((formula) => ({ name: formula.name, split: fewRowSplit(formula) })),
    ...MANY_ROW_FUNCTIONS.map((formula) => ({ name: formula.name, split: manyRowSplit(formula) })),
  ];
  return sets.filter(({ name }) => isWanted(options.only, name));
}

export const findSet = (name: string): BenchSet | null =>
  benchSets().find((set) => set.name === name) ?? null;

function folderSplit(name: string): BenchSet["split"] {
  let reading: Promise<Table> | null = null;
  return async (seed) => {
    reading ??= readTable(join(home, name));
    return { ...halve(name, await reading, seed), roles: rolesIn(await reading) };
  };
}

function fewRowSplit(formula: TestFunction): BenchSet["split"] {
  const rows = 20 * Object.keys(formula.inputs).length;
  return async (seed) => {
    const random = createRandom(seed);
    const training = evaluate(formula, latinHypercube(rows, formula, random), random);
    const fresh = latinHypercube(FRESH_ROWS, formula, random);
    return { set: formula.name, seed, training, unseen: evaluate(formula, fresh, random), roles: {} };
  };
}

function manyRowSplit(formula: TestFunction): BenchSet["split"] {
  return async (seed) => {
    const random = createRandom(seed);
    const table = evaluate(formula, latinHypercube(MANY_ROWS, formula, random), random);
    return { ...halve(formula.name, table, seed), roles: {} };
  };
}

function halve(set: string, table: Table, seed: number): Pick<Split, "set" | "seed" | "training" | "unseen"> {
  const order = createRandom(seed).permutation(table.rows);
  const unseen = order.slice(0, Math.floor(table.rows * UNSEEN_SHARE));
  return {
    set,
    seed,
    training: selectRows(table, remainingRows(table.rows, unseen)),
    unseen: selectRows(table, unseen),
  };
}

/** A vector that is the same in every row stands for the coordinate of the others as long as it. */
function rolesIn(table: Table): Split["roles"] {
  const vectors = table.outputs.filter(({ size }) => size > 1);
  const coordinate = vectors.find(({ size, values }) =>
    values.every((value, at) => value === values[at % size]),
  );
  if (coordinate === undefined) return {};
  const curveColumns = vectors.filter((output) => output !== coordinate && output.size === coordinate.size);
  const curves = Object.fromEntries(curveColumns.map(({ name }) => [name, { coordinate: coordinate.name }]));
  return { curves, ignoredOutputs: [coordinate.name] };
}

/** Each input's range in as many strata as rows, each taken once (McKay, Beckman and Conover, 1979): a row a point. */
export function latinHypercube(rows: number, { inputs }: TestFunction, random: Random): number[][] {
  const columns = Object.values(inputs).map(([low, high]) =>
    Array.from(
      random.permutation(rows),
      (stratum) => low + ((high - low) * (stratum + random.uniform())) / rows,
    ),
  );
  return Array.from({ length: rows }, (_, row) => columns.map((column) => column[row] ?? 0));
}

export function evaluate(formula: TestFunction, points: readonly number[][], random: Random): Table {
  const noise = () => random.normal();
  return {
    rows: points.length,
    inputs: Object.keys(formula.inputs).map((name, at) => ({
      kind: "continuous",
      name,
      values: Float64Array.from(points, (point) => point[at] ?? 0),
    })),
    outputs: [
      { name: "y", size: 1, values: Float64Array.from(points, (point) => formula.evaluate(point, noise)) },
    ],
  };
}

/** Inputs as numbers for methods that know no categories: a column of zeros and ones for every level. rows x width, row-major. */
export function numericInputs(table: Table): { values: Float64Array; width: number } {
  const columns = table.inputs.flatMap((input) =>
    input.kind === "continuous"
      ? [input.values]
      : input.levels.map((_, level) => Float64Array.from(input.codes, (code) => (code === level ? 1 : 0))),
  );
  const inputs = columns.map((values, at) => ({ kind: "continuous" as const, name: String(at), values }));
  return { values: collectPoints({ ...table, inputs }), width: columns.length };
}
