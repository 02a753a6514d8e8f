/** Reads the files of a data-driven job, collecting every problem, and writes their rows as numbers. */
import type { DataOptions } from "@understudy/shared/api/job-config.ts";
import { counted } from "@understudy/shared/counted.ts";
import { NO_CURVE_GRIDS } from "@understudy/shared/csv/grid-survey.ts";
import { readHeader } from "@understudy/shared/csv/header.ts";
import { lacksInput } from "@understudy/shared/csv/missing-inputs.ts";
import type { RawOutput } from "@understudy/shared/csv/output-column.ts";
import { planOutputs } from "@understudy/shared/csv/output-parts.ts";
import { OutputColumns } from "@understudy/shared/csv/outputs.ts";
import { ParameterColumns, type RawInput } from "@understudy/shared/csv/parameters.ts";
import { createProblems, type FileProblems, type Problems } from "@understudy/shared/csv/problems.ts";
import type { TableEnd } from "@understudy/shared/csv/table-rows.ts";
import type { DataNote } from "@understudy/shared/domain/data-note.ts";
import { MIN_DATA_ROWS } from "@understudy/shared/limits.ts";
import { type RowReader, readTable, type TextFile } from "./csv/table-reader.ts";
import {
  createOutputReaders,
  FIRST_ROW,
  type RowReport,
  RowsLeftOut,
  reportRows,
  type Selection,
  selectRow,
} from "./left-out-rows.ts";
import {
  getName,
  matchColumns,
  matchSource,
  orderParts,
  reorderRows,
  type SourceRows,
} from "./source-columns.ts";
import {
  compareUnits,
  formatsInOrder,
  NO_UNITS,
  surveyFile,
  unitsByName,
  unitsOfParts,
} from "./survey-file.ts";

/** Takes rows of numbers; the array may be changed once it returned. A promise asks to wait before the next row. */
export type RowSink = (row: Float64Array) => Promise<void> | undefined;

/**
 * Rows as numbers, still with those that are left out: inputs of every row, outputs only of those that are used. An output that a
 * row does not define is not a number there, a curve in all of its points.
 */
export type RawTable = {
  readonly rows: number;
  readonly inputs: readonly RawInput[];
  readonly outputs: readonly RawOutput[];
  /** The rows that are left out, numbered from 0, ascending. */
  readonly failedRows: readonly number[];
  /** True where a row that is used does not define all outputs. */
  readonly hasUndefined: boolean;
};

export type ValidateContext = {
  readonly options: DataOptions;
  readonly earlierRows: SourceRows | null;
  readonly inputSink: RowSink;
  readonly outputSink: RowSink;
};

export type ReadingNote = Extract<DataNote, { kind: "reading" }>;

export type ValidationOutcome =
  | {
      readonly table: RawTable;
      readonly report: RowReport;
      /** The units that the files say, by the name of a column. */
      readonly units: ReadonlyMap<string, string>;
      /** Sentences about how the files were read, those of the parameters first. */
      readonly notes: readonly ReadingNote[];
    }
  | { readonly errors: Record<string, string[]> };

export type Files = { readonly parameters: TextFile; readonly outputs: TextFile };

/** @param files null: only the known rows are taken over */
export async function validate(files: Files | null, context: ValidateContext): Promise<ValidationOutcome> {
  const { earlierRows } = context;
  const problems = createProblems();
  const parameterProblems = problems.of("Parameters File", files?.parameters.name ?? "The source job");
  const outputProblems = problems.of("Outputs File", files?.outputs.name ?? "The source job");

  const selection: Selection = {
    leftOut: new RowsLeftOut(context.options),
    outputs: earlierRows && createOutputReaders(earlierRows.outputs.map(getName), context.options),
  };
  const parameters = await readParameters(files?.parameters ?? null, parameterProblems, context, selection);
  const { inputs } = parameters;
  const units = new Map(parameters.units);
  const earlierRowCount = earlierRows?.rows ?? 0;
  if (files === null) {
    const { leftOut } = selection;
    checkRowCount(earlierRowCount, leftOut, parameterProblems);
    const outputs = earlierRows?.outputs ?? [];
    checkDefined(outputs, selection, parameterProblems);
    const table = {
      ...{ rows: earlierRowCount, inputs, outputs, failedRows: leftOut.indices() },
      hasUndefined: hasUndefined(selection),
    };
    return ended(problems, table, selection, units);
  }
  const taken = new Set(inputs.map(({ name }) => name));
  const answers = await readOutputs(files.outputs, outputProblems, { ...context, taken, selection });
  for (const [name, unit] of answers.units) units.set(name, unit);
  compareRowCounts(files, parameters.end, answers.end, outputProblems);
  const rows = earlierRowCount + (parameters.end?.rows ?? 0);
  const { outputs } = answers;
  const failedRows = selection.leftOut.indices();
  if (problems.count === 0) {
    checkRowCount(rows, selection.leftOut, failedRows.length > 0 ? outputProblems : parameterProblems);
    checkDefined(outputs, selection, outputProblems);
  }
  const table = { rows, inputs, outputs, failedRows, hasUndefined: hasUndefined(selection) };
  return ended(problems, table, selection, units);
}

const NOTED_FIELDS = ["Parameters File", "Outputs File"] as const;

function ended(
  problems: Problems,
  table: RawTable,
  selection: Selection,
  units: ReadonlyMap<string, string>,
): ValidationOutcome {
  if (problems.count > 0) return { errors: problems.report() };
  // The preview offers two options under one sentence; once is enough here.
  const notes = NOTED_FIELDS.flatMap((file) =>
    [...new Set(problems.notes(file).map(({ text }) => text))].map(
      (text): ReadingNote => ({ kind: "reading", file, text }),
    ),
  );
  return { table, report: reportRows(selection), units, notes };
}

type ReadParameters = {
  /** The end of the table; null where the file could not be read to its end. */
  readonly end: TableEnd | null;
  readonly inputs: RawInput[];
  readonly units: ReadonlyMap<string, string>;
};

async function readParameters(
  file: TextFile | null,
  problems: FileProblems,
  { earlierRows, options, inputSink, outputSink }: ValidateContext,
  selection: Selection,
): Promise<ReadParameters> {
  const { leftOut } = selection;
  let columns: ParameterColumns | null = null;
  let units = NO_UNITS;
  if (earlierRows !== null) {
    columns = new ParameterColumns(earlierRows.inputs.map(getName), problems, earlierRows.inputs);
    const lengths = earlierRows.outputs.map(({ vectorLength }) => vectorLength ?? 1);
    let index = 0;
    for await (const row of earlierRows.read()) {
      await inputSink(columns.readKnown(row.inputs));
      const place = { index, number: index + FIRST_ROW };
      index += 1;
      if (leftOut.choose(place)) continue;
      if (selectRow(selection, row.outputs, lengths, place)) await outputSink(row.outputs);
    }
  }
  if (file === null) return { end: { rows: 0, firstRow: 0 }, inputs: columns?.finish() ?? [], units };
  const headerUnits = { isRead: options.header_units, taken: new Set<string>() };
  const survey = await surveyFile(file, "Parameters File", headerUnits);
  const end = await readTable(file, problems, headerUnits, (header) => {
    const { cells, units: namedUnits } = matchSource(header, earlierRows?.inputs);
    const names = readHeader(cells, problems, {
      numberDuplicates: options.number_duplicate_names,
      taken: headerUnits.taken,
      row: header.row,
    });
    const surveyed = survey?.finish(problems) ?? [];
    units = unitsByName(names, surveyed, namedUnits);
    compareUnits(units, earlierRows?.units ?? NO_UNITS, problems);
    const order =
      earlierRows === null ? null : matchColumns(names, earlierRows.inputs.map(getName), problems);
    const formats = formatsInOrder(surveyed, order);
    const sound = columns ?? new ParameterColumns(names, problems, null);
    sound.setFormats(formats);
    columns = sound;
    // A row that is left out holds its place.
    const unread = new Float64Array(names.length);
    const earlierRowCount = earlierRows?.rows ?? 0;
    return reorderRows(order, (cells, row, index) => {
      const place = { index: earlierRowCount + index, number: earlierRowCount + row };
      if (options.ignore_missing_inputs && lacksInput(cells, formats)) leftOut.add(place, "missing_inputs");
      return inputSink(leftOut.choose(place) ? unread : sound.read(cells, row));
    });
  });
  return { end, inputs: columns?.finish() ?? [], units };
}

type ReadOutputs = {
  readonly end: TableEnd | null;
  readonly outputs: RawOutput[];
  readonly units: ReadonlyMap<string, string>;
};

type OutputContext = ValidateContext & { readonly taken: ReadonlySet<string>; readonly selection: Selection };

async function readOutputs(
  file: TextFile,
  problems: FileProblems,
  { earlierRows, options, outputSink, taken, selection }: OutputContext,
): Promise<ReadOutputs> {
  const made: OutputColumns[] = [];
  const { leftOut } = selection;
  const earlierRowCount = earlierRows?.rows ?? 0;
  let units = NO_UNITS;
  const headerUnits = { isRead: options.header_units, taken };
  const survey = await surveyFile(file, "Outputs File", headerUnits);
  const end = await readTable(file, problems, headerUnits, (header) => {
    const { cells: headerCells, units: namedUnits } = matchSource(header, earlierRows?.outputs);
    const names = readHeader(headerCells, problems, {
      numberDuplicates: options.number_duplicate_names,
      taken,
      row: header.row,
    });
    const surveyed = survey?.finish(problems) ?? [];
    const curveGrids = survey?.curveGrids() ?? NO_CURVE_GRIDS;
    const sourceNames = earlierRows?.outputs.map(getName) ?? [];
    const planned = planOutputs(names, surveyed, curveGrids, { options, taken, sourceNames }, problems);
    units = unitsOfParts(planned, surveyed, namedUnits);
    compareUnits(units, earlierRows?.units ?? NO_UNITS, problems);
    const parts = earlierRows === null ? planned : orderParts(planned, earlierRows, problems);
    if (parts === "unknown") return { read: () => undefined };
    const sound = new OutputColumns(names, problems, {
      ignoreFailedRuns: options.ignore_failed_runs,
      sourceColumns: earlierRows?.outputs ?? null,
      formats: formatsInOrder(surveyed, null),
      listLengths: surveyed.map(({ listLength }) => listLength),
      parts,
    });
    made.push(sound);
    selection.outputs ??= createOutputReaders(parts.map(getName), options);
    const read: RowReader["read"] = (cells, row, index) => {
      const place = { index: earlierRowCount + index, number: earlierRowCount + row };
      if (leftOut.has(place)) return undefined;
      const values = sound.read(cells, row);
      if (values === null) leftOut.add(place, "failed_runs");
      else if (selectRow(selection, values, sound.lengths, place)) return outputSink(values);
      return undefined;
    };
    return { read };
  });
  return { end, outputs: made[0]?.finish() ?? [], units };
}

/** Reports the outputs that no row defines. */
function checkDefined(outputs: readonly RawOutput[], selection: Selection, problems: FileProblems): void {
  for (const at of selection.outputs?.defined.findUndefined() ?? [])
    problems.add({ column: outputs[at]?.name ?? "" }, "no row that is used has a value");
}

const hasUndefined = ({ outputs }: Selection): boolean => outputs?.defined.hasUndefined ?? false;

function compareRowCounts(
  { parameters, outputs }: Files,
  parameterEnd: TableEnd | null,
  outputEnd: TableEnd | null,
  problems: FileProblems,
): void {
  if (parameterEnd === null || outputEnd === null || parameterEnd.rows === outputEnd.rows) return;
  const counts = `there are ${counted(outputEnd.rows, "row")}, but ${parameters.name} has ${counted(parameterEnd.rows, "row")}`;
  const [longer, { firstRow }] =
    outputEnd.rows > parameterEnd.rows ? [outputs.name, outputEnd] : [parameters.name, parameterEnd];
  const firstAlone = Math.min(parameterEnd.rows, outputEnd.rows) + firstRow;
  problems.add({}, `${counts}. Each row must have its counterpart; row ${firstAlone} of ${longer} has none`);
}

function checkRowCount(rows: number, leftOut: RowsLeftOut, problems: FileProblems): void {
  const leftOutCount = leftOut.indices().length;
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
