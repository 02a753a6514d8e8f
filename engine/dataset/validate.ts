/** Reads the files of a data-driven job, collecting every problem, and writes their rows as numbers. */
import type { DataOptions, LeftOutRows, SuspectedMark } from "@understudy/shared/api/job-config.ts";
import { counted } from "@understudy/shared/counted.ts";
import { readHeader } from "@understudy/shared/csv/header.ts";
import { MissingInputs } from "@understudy/shared/csv/missing-inputs.ts";
import { OutputColumns, type RawOutput } from "@understudy/shared/csv/outputs.ts";
import { ParameterColumns, type RawInput } from "@understudy/shared/csv/parameters.ts";
import { createProblems, type FileProblems, type Problems, quoted } from "@understudy/shared/csv/problems.ts";
import { MarksOfOutputs } from "@understudy/shared/failed-runs/marks-of-outputs.ts";
import { MIN_DATA_ROWS } from "@understudy/shared/limits.ts";
import { type RowReader, readTable, type TextFile } from "./csv/table-reader.ts";
import { FIRST_ROW, RowsLeftOut } from "./left-out-rows.ts";

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

/** Rows as numbers, still with those that are left out: inputs of every row, outputs only of those that are used. */
export type RawTable = {
  readonly rows: number;
  readonly inputs: readonly RawInput[];
  readonly outputs: readonly RawOutput[];
  /** The rows that are left out, numbered from 0, ascending. */
  readonly failedRows: readonly number[];
};

/** Findings about a table's rows: those left out, and values that look like marks of failed runs. */
export type RowReport = { readonly leftOut: LeftOutRows; readonly suspectedMarks: readonly SuspectedMark[] };

export type ValidateContext = {
  readonly options: DataOptions;
  readonly known: KnownRows | null;
  readonly inputSink: RowSink;
  readonly outputSink: RowSink;
};

export type ValidationOutcome =
  | { readonly table: RawTable; readonly report: RowReport }
  | { readonly errors: Record<string, string[]> };

export type Files = { readonly parameters: TextFile; readonly outputs: TextFile };

/** @param files null: only the known rows are taken over */
export async function validate(files: Files | null, context: ValidateContext): Promise<ValidationOutcome> {
  const { known } = context;
  const problems = createProblems();
  const parameterProblems = problems.of("Parameters File", files?.parameters.name ?? "The source job");
  const outputProblems = problems.of("Outputs File", files?.outputs.name ?? "The source job");

  const selection: Selection = {
    leftOut: new RowsLeftOut(context.options),
    marks: known && new MarksOfOutputs(known.outputs.map(nameOf), context.options.failed_run_marks),
  };
  const parameters = await readParameters(files?.parameters ?? null, parameterProblems, context, selection);
  const { inputs } = parameters;
  const knownCount = known?.rows ?? 0;
  if (files === null) {
    const { leftOut } = selection;
    checkRowCount(knownCount, leftOut, parameterProblems);
    const table = { rows: knownCount, inputs, outputs: known?.outputs ?? [], failedRows: leftOut.rows() };
    return ended(problems, table, selection);
  }
  const taken = new Set(inputs.map(({ name }) => name));
  const answers = await readOutputs(files.outputs, outputProblems, { ...context, taken, selection });
  compareRowCounts(files, parameters.rows, answers.rows, outputProblems);
  const rows = knownCount + (parameters.rows ?? 0);
  const { outputs } = answers;
  const failedRows = selection.leftOut.rows();
  if (problems.count === 0) {
    checkRowCount(rows, selection.leftOut, failedRows.length > 0 ? outputProblems : parameterProblems);
  }
  return ended(problems, { rows, inputs, outputs, failedRows }, selection);
}

/** The rows that are left out, and the marks in the others. */
type Selection = {
  readonly leftOut: RowsLeftOut;
  /** Null until the names of the outputs are known. */
  marks: MarksOfOutputs | null;
};

const ended = (problems: Problems, table: RawTable, { leftOut, marks }: Selection): ValidationOutcome =>
  problems.count > 0
    ? { errors: problems.report() }
    : { table, report: { leftOut: leftOut.summary(), suspectedMarks: marks?.find() ?? [] } };

async function readParameters(
  file: TextFile | null,
  problems: FileProblems,
  { known, options, inputSink, outputSink }: ValidateContext,
  { leftOut, marks }: Selection,
): Promise<{ rows: number | null; inputs: RawInput[] }> {
  let columns: ParameterColumns | null = null;
  if (known !== null) {
    columns = new ParameterColumns(known.inputs.map(nameOf), problems, known.inputs);
    const lengths = known.outputs.map(({ vectorLength }) => vectorLength ?? 1);
    let index = 0;
    for await (const row of known.read()) {
      await inputSink(columns.readKnown(row.inputs));
      const isMarked = !leftOut.has(index) && marks?.read(row.outputs, lengths, index + FIRST_ROW) === true;
      if (isMarked) leftOut.add(index, "marks");
      if (!leftOut.has(index)) await outputSink(row.outputs);
      index += 1;
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
    const missing = new MissingInputs();
    // A row that is left out holds its place.
    const unread = new Float64Array(names.length);
    return rowReader(names.length, order, (cells, row) => {
      const index = row - FIRST_ROW + (known?.rows ?? 0);
      if (options.ignore_missing_inputs && missing.isIn(cells)) leftOut.add(index, "missing_inputs");
      return inputSink(leftOut.has(index) ? unread : sound.read(cells, row));
    });
  });
  return { rows, inputs: columns?.finish() ?? [] };
}

type OutputContext = ValidateContext & { readonly taken: ReadonlySet<string>; readonly selection: Selection };

async function readOutputs(
  file: TextFile,
  problems: FileProblems,
  { known, options, outputSink, taken, selection }: OutputContext,
): Promise<{ rows: number | null; outputs: RawOutput[] }> {
  const made: OutputColumns[] = [];
  const { leftOut } = selection;
  const rowOffset = (known?.rows ?? 0) - FIRST_ROW;
  const rows = await readTable(file, problems, (header) => {
    const names = readHeader(header, problems, { numberDuplicates: options.number_duplicate_names, taken });
    const order = known === null ? null : matchColumns(names, known.outputs.map(nameOf), problems);
    const sound = new OutputColumns(known?.outputs.map(nameOf) ?? names, problems, {
      ignoreFailedRuns: options.ignore_failed_runs,
      known: known?.outputs ?? null,
    });
    made.push(sound);
    selection.marks ??= new MarksOfOutputs(names, options.failed_run_marks);
    const { marks } = selection;
    return rowReader(names.length, order, (cells, row) => {
      const index = row + rowOffset;
      if (leftOut.has(index)) return undefined;
      const values = sound.read(cells, row);
      if (values === null) leftOut.add(index, "failed_runs");
      else if (marks.read(values, sound.lengths, index + FIRST_ROW)) leftOut.add(index, "marks");
      else return outputSink(values);
      return undefined;
    });
  });
  return { rows, outputs: made[0]?.finish() ?? [] };
}

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

function checkRowCount(rows: number, leftOut: RowsLeftOut, problems: FileProblems): void {
  const leftOutCount = leftOut.rows().length;
  const left = rows - leftOutCount;
  if (left >= MIN_DATA_ROWS) return;
  const need = `at least ${MIN_DATA_ROWS} are needed`;
  if (leftOutCount === 0) {
    problems.add({}, `there ${left === 1 ? "is" : "are"} only ${counted(left, "row")}; ${need}`);
    return;
  }
  const isOnlyFailed = leftOut.summary().failed_runs === leftOutCount;
  const without = isOnlyFailed
    ? counted(leftOutCount, "failed run")
    : `${counted(leftOutCount, "row")} left out`;
  problems.add({}, `without the ${without}, ${counted(left, "row")} remain; ${need}`);
}
