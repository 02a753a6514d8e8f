/** Turns validated rows into the dataset that trainings and pages read: failed runs left out, columns described. */

import { csvLine } from "@understudy/shared/csv/csv-line.ts";
import type { RawOutput } from "@understudy/shared/csv/output-column.ts";
import type { RawInput } from "@understudy/shared/csv/parameters.ts";
import type { DatasetMeta, InputMeta } from "./dataset-meta.ts";
import {
  categoricalStatistics,
  type InputStatistics,
  numericStatistics,
  outputStatistics,
} from "./statistics.ts";
import type { RawTable, RowSink } from "./validate.ts";

export type RawRows = {
  /** Every row's inputs, from the first; may be asked for again. */
  inputs(): AsyncIterable<Float64Array>;
  /** The outputs of the rows that did not fail. */
  outputs(): AsyncIterable<Float64Array>;
};

export type DatasetSinks = {
  readonly inputs: RowSink;
  readonly outputs: RowSink;
  /** The combined table as text. */
  readonly csv: (text: string) => Promise<void> | undefined;
};

export type Preprocessed = Omit<DatasetMeta, "split" | "grouping" | "relation" | "centralRow">;

const naturally = new Intl.Collator("en", { numeric: true }).compare;

/** @param progress called now and then with the share of the rows that are done */
export async function preprocess(
  table: RawTable,
  rows: RawRows,
  sinks: DatasetSinks,
  progress: (fraction: number) => void,
): Promise<Preprocessed> {
  const isFailed = new Set(table.failedRows);
  const count = table.rows - table.failedRows.length;
  const recoding = await recodeLevels(table, rows, isFailed);
  const inputs = table.inputs.map(({ name }, i): InputStatistics => {
    const levels = recoding[i]?.levels;
    return levels === undefined ? numericStatistics(name) : categoricalStatistics(name, levels);
  });
  const spans = createSpans(table.outputs);
  const outputs = spans.map((span) => outputStatistics(span, span.offset));
  const clean = new Float64Array(inputs.length);
  const completeGrids = table.hasUndefined ? await findGrids(spans, rows.outputs()) : () => undefined;

  await sinks.csv(csvLine([...table.inputs, ...table.outputs].map(({ name }) => name)));
  const answers = rows.outputs()[Symbol.asyncIterator]();
  let done = 0;
  let row = 0;
  for await (const raw of rows.inputs()) {
    if (isFailed.has(row++)) continue;
    const answer = await answers.next();
    if (answer.done) throw new Error("There are fewer rows of outputs than of inputs.");
    raw.forEach((value, i) => {
      clean[i] = recoding[i]?.codes[value] ?? value;
      inputs[i].add(clean[i]);
    });
    completeGrids(answer.value);
    for (const statistics of outputs) statistics.add(answer.value);
    done++;
    await sinks.inputs(clean);
    await sinks.outputs(answer.value);
    await sinks.csv(csvLine([...inputCells(clean, recoding), ...outputCells(answer.value, spans)]));
    if (done % 1000 === 0) progress(done / count);
  }
  await answers.return?.();
  return {
    version: 1,
    rows: done,
    inputs: withoutSoleCounter(inputs.map((statistics) => statistics.meta())),
    outputs: outputs.map((statistics) => statistics.meta()),
    outputWidth: spans.reduce((sum, { vectorLength }) => sum + (vectorLength ?? 1), 0),
    ignoredRows: table.failedRows.length,
  };
}

/** An input that looks like a counter is the input that was swept, where nothing else varies. */
function withoutSoleCounter(inputs: readonly InputMeta[]): InputMeta[] {
  if (inputs.some((input) => isVaried(input) && !isRowCounter(input))) return [...inputs];
  return inputs.map((input) => (input.kind === "numeric" ? { ...input, countsRows: false } : input));
}

type Span = RawOutput & { readonly offset: number };

/** Adds to each output the index of its first value in a row. */
function createSpans(outputs: readonly RawOutput[]): Span[] {
  let next = 0;
  return outputs.map((output) => {
    const offset = next;
    next += output.vectorLength ?? 1;
    return { ...output, offset };
  });
}

const inputCells = (row: Float64Array, recoding: readonly (Recoding | null)[]) =>
  Array.from(row, (value, i) => recoding[i]?.levels[value] ?? value);

/** Returns the cells of a row's outputs, null for an output that the row does not define. */
const outputCells = (row: Float64Array, spans: readonly Span[]) =>
  spans.map(({ vectorLength, offset }) => {
    if (Number.isNaN(row[offset])) return null;
    return vectorLength === null ? row[offset] : row.subarray(offset, offset + vectorLength);
  });

/**
 * Finds the vectors that are the same in every row that defines them, as the grids of curves are.
 * @returns writes them into the rows that do not, so that a curve has its coordinate in every row
 */
async function findGrids(
  spans: readonly Span[],
  rows: AsyncIterable<Float64Array>,
): Promise<(row: Float64Array) => void> {
  const vectors = spans.flatMap(({ vectorLength, offset }) =>
    vectorLength === null ? [] : [{ offset, end: offset + vectorLength }],
  );
  if (vectors.length === 0) return () => undefined;
  const firsts: (Float64Array | null)[] = vectors.map(() => null);
  const isSame = vectors.map(() => true);
  const isPartial = vectors.map(() => false);
  for await (const row of rows) {
    vectors.forEach(({ offset, end }, at) => {
      if (isSame[at] !== true) return;
      if (Number.isNaN(row[offset])) {
        isPartial[at] = true;
        return;
      }
      const first = firsts[at] ?? row.slice(offset, end);
      firsts[at] = first;
      isSame[at] = first.every((value, i) => value === row[offset + i]);
    });
    if (!isSame.includes(true)) break;
  }
  const grids = vectors.flatMap(({ offset }, at) => {
    const values = firsts[at] ?? null;
    return values !== null && isSame[at] === true && isPartial[at] === true ? [{ offset, values }] : [];
  });
  return (row) => {
    for (const { offset, values } of grids) if (Number.isNaN(row[offset])) row.set(values, offset);
  };
}

type Recoding = {
  /** The levels that occur in rows that did not fail, in natural order. */
  readonly levels: readonly string[];
  /** Maps the code in the raw rows to the index in `levels`. */
  readonly codes: Readonly<Record<number, number>>;
};

/** Returns new codes for each column of categories; null for numbers. */
async function recodeLevels(
  { inputs, failedRows }: RawTable,
  rows: RawRows,
  isFailed: ReadonlySet<number>,
): Promise<(Recoding | null)[]> {
  const used = inputs.map(({ levels }) => new Set(failedRows.length > 0 ? [] : levels?.keys()));
  // Only failed runs can hold a category that no other row has; without them a pass is saved.
  if (failedRows.length > 0 && inputs.some(({ levels }) => levels !== null)) {
    let row = 0;
    for await (const raw of rows.inputs()) {
      if (isFailed.has(row++)) continue;
      inputs.forEach(({ levels }, i) => {
        if (levels !== null) used[i].add(raw[i]);
      });
    }
  }
  return inputs.map(({ levels }, i) => (levels === null ? null : recoded(levels, used[i])));
}

function recoded(levels: NonNullable<RawInput["levels"]>, used: ReadonlySet<number>): Recoding {
  const usedLevels = [...used].map((code) => ({ code, level: levels[code] ?? "" }));
  usedLevels.sort((a, b) => naturally(a.level, b.level));
  return {
    levels: usedLevels.map(({ level }) => level),
    codes: Object.fromEntries(usedLevels.map(({ code }, index) => [code, index])),
  };
}

/** True: the input differs between some two rows. */
export const isVaried = (input: InputMeta): boolean =>
  input.kind === "numeric" ? input.min < input.max : input.levels.length > 1;

export const isRowCounter = (input: InputMeta): boolean => input.kind === "numeric" && input.countsRows;

/** True: at least one input differs between some two rows. */
export function hasVariedInput(meta: Pick<DatasetMeta, "inputs">): boolean {
  return meta.inputs.some(isVaried);
}
