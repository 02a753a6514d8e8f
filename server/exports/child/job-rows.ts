/** The rows of a job as its emulator reads them, and the emulator's errors on those it was not trained on. */
import type { InputMeta } from "@understudy/engine/dataset/dataset-meta.ts";
import { type Dataset, openDataset } from "@understudy/engine/dataset/storage/dataset.ts";
import type { Emulator, EmulatorInput } from "@understudy/engine/models/emulator.ts";
import { useOutOfSample } from "@understudy/engine/models/ensemble/out-of-sample.ts";
import type { DataSet } from "@understudy/shared/domain/job.ts";
import { UserError } from "@understudy/shared/user-error.ts";

/** Training rows that a network may be fitted to as well. */
const MAX_TRAINING_ROWS = 5_000;
/** Validation rows that errors are measured on. */
const MAX_VALIDATION_ROWS = 2_000;

export interface JobRows {
  /** Training rows, evenly spread over all: count x inputs, row-major; a category as the index of its level. */
  points: Float64Array;
  /** The root mean square error on validation rows by the name of the output, in its unit. */
  errors: ReadonlyMap<string, number>;
}

/** Reads the rows of a job, and measures the errors on them; none where its data are gone or have other columns. */
export async function readJobRows(workDir: string, emulator: Emulator): Promise<JobRows> {
  const dataset = await openDataset(workDir).catch(() => null);
  if (dataset === null) return { points: new Float64Array(0), errors: new Map() };
  try {
    const { points } = await readSpreadRows(dataset, "training", MAX_TRAINING_ROWS, emulator);
    return { points, errors: await measureErrors(dataset, emulator) };
  } finally {
    await dataset.close();
  }
}

/**
 * Training rows, evenly spread over all, with the values of all outputs.
 * @returns the rows as numbers: the inputs, a category as the index of its level, then the values of the outputs, null where a row lacks
 *   one; and the number of all training rows
 * @throws UserError where the data are gone or damaged
 */
export async function readTrainingRows(
  workDir: string,
  emulator: Emulator,
  { rows: maxRows, numbers: maxNumbers }: { rows: number; numbers: number },
): Promise<{ rows: (number | null)[][]; rowCount: number }> {
  const dataset = await openDataset(workDir).catch(() => null);
  if (dataset === null) throw new UserError("The training rows of this job cannot be read.");
  try {
    const { inputs, outputs } = emulator;
    const width = inputs.length + outputs.reduce((sum, { size }) => sum + size, 0);
    const most = Math.max(1, Math.min(maxRows, Math.floor(maxNumbers / width)));
    const names = listComparable(dataset, emulator);
    const read = await readSpreadRows(dataset, "training", most, emulator, names);
    const readRow = (_: unknown, i: number): (number | null)[] => [
      ...read.points.subarray(i * inputs.length, (i + 1) * inputs.length),
      ...outputs.flatMap(({ name, size }) =>
        Array.from({ length: size }, (_, k) => toFinite(read.outputs[name]?.[i * size + k])),
      ),
    ];
    return { rows: Array.from(read.rows, readRow), rowCount: dataset.size("training") };
  } finally {
    await dataset.close();
  }
}

const toFinite = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? value : null;

/** The names of the outputs that the data have as the emulator has them. */
const listComparable = (dataset: Dataset, { outputs }: Emulator): string[] =>
  outputs.flatMap(({ name, size }) =>
    dataset.meta.outputs.some((output) => output.name === name && output.length === size) ? [name] : [],
  );

async function measureErrors(dataset: Dataset, emulator: Emulator): Promise<Map<string, number>> {
  const names = listComparable(dataset, emulator);
  const { points, rows, outputs } = await readSpreadRows(
    dataset,
    "validation",
    MAX_VALIDATION_ROWS,
    emulator,
    names,
  );
  const count = points.length / emulator.inputs.length;
  if (count === 0) return new Map();
  return new Map(
    names.flatMap((name): [string, number][] => {
      const actual = outputs[name] ?? new Float64Array(0);
      const squares = predictMeans(emulator, name, points, rows)
        .map((mean, at) => (mean - (actual[at] ?? Number.NaN)) ** 2)
        // A row that does not define the output has no error.
        .filter((square) => !Number.isNaN(square));
      if (squares.length === 0) return [];
      return [[name, Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length)]];
    }),
  );
}

/** Predicts the means at some rows. Rows that the emulator was fitted to are predicted by models that were fitted without them. */
function predictMeans(
  emulator: Emulator,
  name: string,
  points: Float64Array,
  rows: ArrayLike<number>,
): Float64Array {
  const mean = emulator.means(points, rows.length, name);
  useOutOfSample({ mean, lower: mean.slice(), upper: mean.slice() }, rows, emulator.outOfSample(name));
  return mean;
}

/** Reads at most `maxRows` rows, evenly spread over a data set. */
async function readSpreadRows(
  dataset: Dataset,
  set: DataSet,
  maxRows: number,
  emulator: Emulator,
  names: readonly string[] = [],
) {
  const size = dataset.size(set);
  const numbers = await dataset.rowNumbers(set, 0, size);
  const count = Math.min(size, maxRows);
  const chosen = Uint32Array.from({ length: count }, (_, i) => numbers[Math.floor((i * size) / count)] ?? 0);
  const { inputs, outputs } = await dataset.readRows(chosen, names);
  const width = dataset.meta.inputs.length;
  const encoders = emulator.inputs.map((input) => createEncoder(input, dataset.meta.inputs));
  const points = new Float64Array(count * encoders.length);
  for (let i = 0; i < count; i++)
    encoders.forEach((encode, at) => {
      points[i * encoders.length + at] = encode(inputs.subarray(i * width, (i + 1) * width));
    });
  return { points, rows: chosen, outputs };
}

/** Creates the function that reads the value of an input from a row of the data. */
function createEncoder(input: EmulatorInput, columns: readonly InputMeta[]): (row: Float64Array) => number {
  const at = columns.findIndex(({ name }) => name === input.name);
  const column = columns[at];
  if (column === undefined)
    return () => (input.kind === "continuous" ? input.minimum / 2 + input.maximum / 2 : 0);
  return (row) => {
    const value = row[at] ?? 0;
    if (input.kind === "continuous") return value;
    const level = column.kind === "categorical" ? column.levels[value] : String(value);
    return Math.max(0, input.levels.indexOf(level ?? ""));
  };
}
