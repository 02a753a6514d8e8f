/** Reads the files of a data-driven job, collecting every problem, and writes their rows as numbers. */
import type { DataOptions } from "@understudy/shared/api/job-config.ts";
import { counted } from "@understudy/shared/counted.ts";
import { readHeader } from "@understudy/shared/csv/header.ts";
import { OutputColumns, type RawOutput } from "@understudy/shared/csv/outputs.ts";
import { ParameterColumns, type RawInput } from "@understudy/shared/csv/parameters.ts";
import { createProblems, type FileProblems, type Problems, quoted } from "@understudy/shared/csv/problems.ts";
import { MIN_DATA_ROWS } from "@understudy/shared/limits.ts";
import { type RowReader, readTable, type TextFile } from "./csv/table-reader.ts";

/** Takes rows of numbers; the array may be changed once it returned. A promise asks to wait before the next row. */
export type RowSink = (row: Float64Array) => Promise<void> | undefined;

/** The rows of another job, which come first; the files must have the same columns. */
export type KnownRows = {
  readonly rows: number;
  readonly inputs: readonly RawInput[];
  readonly outputs: readonly RawOutput[];
  /** Pairs of a row of inputs and a row of outputs, as `RawTable` describes them. */
  read(): AsyncIterable<{ readonly inputs: Float64Array; readonly outputs: Float64Array }>;
};

/** Rows as numbers, still with the failed runs: inputs of every row, outputs only of those that did not fail. */
export type RawTable = {
  readonly rows: number;
  readonly inputs: readonly RawInput[];
  readonly outputs: readonly RawOutput[];
  /** Row numbers from 0, ascending. */
  readonly failedRows: readonly number[];
};

export type ValidateContext = {
  readonly options: DataOptions;
  readonly known: KnownRows | null;
  readonly inputSink: RowSink;
  readonly outputSink: RowSink;
};

export type ValidationOutcome = { readonly table: RawTable } | { readonly errors: Record<string, string[]> };

export type Files = { readonly parameters: TextFile; readonly outputs: TextFile };

/** @param files null: only the known rows are taken over */
export async function validate(files: Files | null, context: ValidateContext): Promise<ValidationOutcome> {
  const { known } = context;
  const problems = createProblems();
  const parameterProblems = problems.of("Parameters File", files?.parameters.name ?? "The source job");
  const outputProblems = problems.of("Outputs File", files?.outputs.name ?? "The source job");

  const parameters = await readParameters(files?.parameters ?? null, parameterProblems, context);
  const { inputs } = parameters;
  const knownCount = known?.rows ?? 0;
  if (files === null) {
    checkRowCount(knownCount, 0, parameterProblems);
    return ended(problems, { rows: knownCount, inputs, outputs: known?.outputs ?? [], failedRows: [] });
  }
  const taken = new Set(inputs.map(({ name }) => name));
  const answers = await readOutputs(files.outputs, outputProblems, context, taken);
  compareRowCounts(files, parameters.rows, answers.rows, outputProblems);
  const rows = knownCount + (parameters.rows ?? 0);
  const { outputs, failedRows } = answers;
  if (problems.count === 0) {
    checkRowCount(rows, failedRows.length, failedRows.length > 0 ? outputProblems : parameterProblems);
  }
  return ended(problems, { rows, inputs, outputs, failedRows });
}

const ended = (problems: Problems, table: RawTable): ValidationOutcome =>
  problems.count > 0 ? { errors: problems.report() } : { table };

async function readParameters(
  file: TextFile | null,
  problems: FileProblems,
  { known, options, inputSink, outputSink }: ValidateContext,
): Promise<{ rows: number | null; inputs: RawInput[] }> {
  let columns: ParameterColumns | null = null;
  if (known !== null) {
    columns = new ParameterColumns(known.inputs.map(nameOf), problems, known.inputs);
    for await (const row of known.read()) {
      await inputSink(columns.readKnown(row.inputs));
      await outputSink(row.outputs);
    }
  }
  if (file === null) return { rows: 0, inputs: columns?.finish() ?? [] };
  const rows = await readTable(file, problems, (header) => {
    const names = readHeader(header, problems, {
      numberDuplicates: options.number_duplicate_names,
      taken: new Set(),
    });
    const sound = columns ?? new ParameterColumns(names, problems, null);
    columns = sound;
    const order = known === null ? null : matchColumns(names, known.inputs.map(nameOf), problems);
    return rowReader(names.length, order, (cells, row) => inputSink(sound.read(cells, row)));
  });
  return { rows, inputs: columns?.finish() ?? [] };
}

async function readOutputs(
  file: TextFile,
  problems: FileProblems,
  { known, options, outputSink }: ValidateContext,
  taken: ReadonlySet<string>,
): Promise<{ rows: number | null; outputs: RawOutput[]; failedRows: number[] }> {
  const made: OutputColumns[] = [];
  const failedRows: number[] = [];
  const rowOffset = (known?.rows ?? 0) - FIRST_ROW;
  const rows = await readTable(file, problems, (header) => {
    const names = readHeader(header, problems, { numberDuplicates: options.number_duplicate_names, taken });
    const order = known === null ? null : matchColumns(names, known.outputs.map(nameOf), problems);
    const sound = new OutputColumns(known?.outputs.map(nameOf) ?? names, problems, {
      ignoreFailedRuns: options.ignore_failed_runs,
      known: known?.outputs ?? null,
    });
    made.push(sound);
    return rowReader(names.length, order, (cells, row) => {
      const values = sound.read(cells, row);
      if (values !== null) return outputSink(values);
      failedRows.push(row + rowOffset);
      return undefined;
    });
  });
  return { rows, outputs: made[0]?.finish() ?? [], failedRows };
}

/** The spreadsheet's number of the first row below the header. */
const FIRST_ROW = 2;
const nameOf = ({ name }: { readonly name: string }) => name;

/** `order`: where each column stands in the file; null: as they come; "unknown": the rows cannot be read. */
function rowReader(
  columnCount: number,
  order: readonly number[] | "unknown" | null,
  read: RowReader["read"],
): RowReader {
  if (order === "unknown") return { columnCount, read: () => undefined };
  if (order === null) return { columnCount, read };
  return {
    columnCount,
    read: (cells, row) =>
      read(
        order.map((at) => cells[at] ?? ""),
        row,
      ),
  };
}

/** Where each known column stands in the file. */
function matchColumns(
  names: readonly string[],
  known: readonly string[],
  problems: FileProblems,
): number[] | "unknown" {
  const absent = known.filter((name) => !names.includes(name));
  const added = names.filter((name) => !known.includes(name));
  for (const name of absent)
    problems.add({}, `the column ${quoted(name)}, which the source job has, is missing`);
  for (const name of added) problems.add({ row: 1 }, `the source job has no column ${quoted(name)}`);
  return absent.length + added.length > 0 ? "unknown" : known.map((name) => names.indexOf(name));
}

function compareRowCounts(
  { parameters, outputs }: Files,
  parameterRows: number | null,
  outputRows: number | null,
  problems: FileProblems,
): void {
  if (parameterRows === null || outputRows === null || parameterRows === outputRows) return;
  const counts = `there are ${counted(outputRows, "row")}, but ${parameters.name} has ${counted(parameterRows, "row")}`;
  const firstAlone = Math.min(parameterRows, outputRows) + FIRST_ROW;
  const longer = outputRows > parameterRows ? outputs.name : parameters.name;
  problems.add({}, `${counts}. Each row must have its counterpart; row ${firstAlone} of ${longer} has none`);
}

function checkRowCount(rows: number, failed: number, problems: FileProblems): void {
  const left = rows - failed;
  if (left >= MIN_DATA_ROWS) return;
  const need = `at least ${MIN_DATA_ROWS} are needed`;
  if (failed === 0)
    problems.add({}, `there ${left === 1 ? "is" : "are"} only ${counted(left, "row")}; ${need}`);
  else
    problems.add({}, `without the ${counted(failed, "failed run")}, ${counted(left, "row")} remain; ${need}`);
}
