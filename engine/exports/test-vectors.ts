/** The points and values that prove an exported file equal to its emulator, as `test-vectors.csv`, and what counts as equal. */
import { csvLine } from "@understudy/shared/csv/csv-line.ts";
import { rangeOf } from "../dataset/scaling.ts";
import type {
  ExportedFile,
  ExportedModel,
  ExportedOutput,
  TestVectors,
  VectorValues,
} from "./exported-model.ts";

export const TEST_VECTORS_NAME = "test-vectors.csv";

/**
 * Differences that a self-test allows, as a share of the output's range: rounding alone against the program's own values, and
 * that of single precision against the emulator, whose networks may compute in it.
 */
const ROUNDING_TOLERANCE = 1e-9;
const SINGLE_PRECISION = 1e-6;

export const chooseTolerance = ({ program }: TestVectors): number =>
  program === null ? SINGLE_PRECISION : ROUNDING_TOLERANCE;

/** Selects the values that a file must reproduce. */
export const selectReference = ({ emulator, program }: TestVectors): readonly VectorValues[] =>
  program ?? emulator;

/** Computes for each output the range of its means at the test points. */
export const computeRanges = (vectors: TestVectors): number[] =>
  selectReference(vectors).map(({ mean }) => {
    if (mean.length === 0) return 0;
    const { low, high } = rangeOf(mean);
    return high - low;
  });

/**
 * Columns: the inputs by name, a category as the index of its level; of every output its means, lower and upper bounds by the
 * emulator; then, where the program is a distilled one, the same by the program. A curve has a column a value.
 */
export function testVectorsFile(model: ExportedModel, vectors: TestVectors): ExportedFile {
  const { outputs, inputs } = model;
  const blocks = [vectors.emulator, ...(vectors.program === null ? [] : [vectors.program])];
  const columns = blocks.flatMap((values, block) =>
    values.flatMap((outputValues, at) =>
      makeColumns(outputs[at], outputValues, block === 0 ? "" : " of the program"),
    ),
  );
  const lines = [csvLine([...inputs.map(({ name }) => name), ...columns.map(({ title }) => title)])];
  for (let i = 0; i < vectors.count; i++) {
    const point = vectors.points.subarray(i * inputs.length, (i + 1) * inputs.length);
    lines.push(csvLine([...point, ...columns.map(({ values, size, k }) => values[i * size + k])]));
  }
  return { name: TEST_VECTORS_NAME, contents: lines.join("") };
}

interface Column {
  title: string;
  values: Float64Array;
  size: number;
  k: number;
}

function makeColumns({ name, size, curve }: ExportedOutput, values: VectorValues, suffix: string): Column[] {
  const { mean, lower, upper } = values;
  return [
    { part: "", values: mean },
    { part: " lower", values: lower },
    { part: " upper", values: upper },
  ].flatMap(({ part, values: partValues }) =>
    partValues === null
      ? []
      : Array.from({ length: size }, (_, k) => ({
          title: `${name}${curve === null ? "" : `[${k + 1}]`}${part}${suffix}`,
          values: partValues,
          size,
          k,
        })),
  );
}
