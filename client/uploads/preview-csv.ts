import type { DataOptions, SuspectedMark } from "@understudy/shared/api/job-config.ts";
import { createBlankCollapser } from "@understudy/shared/csv/blanks.ts";
import { brokenRowText } from "@understudy/shared/csv/broken-row.ts";
import type { ColumnFormat } from "@understudy/shared/csv/column-format.ts";
import { readHeader } from "@understudy/shared/csv/header.ts";
import { type CsvLayout, findLayout } from "@understudy/shared/csv/layout.ts";
import { lacksInput } from "@understudy/shared/csv/missing-inputs.ts";
import { whyNotText } from "@understudy/shared/csv/not-text.ts";
import { planOutputs } from "@understudy/shared/csv/output-parts.ts";
import { OutputColumns } from "@understudy/shared/csv/outputs.ts";
import { ParameterColumns } from "@understudy/shared/csv/parameters.ts";
import { PARSER_OPTIONS } from "@understudy/shared/csv/parser-options.ts";
import { createProblems, type Field, type FileProblems, type Note } from "@understudy/shared/csv/problems.ts";
import { createTableRows, EMPTY_FILE, NO_ROWS, type TableRow } from "@understudy/shared/csv/table-rows.ts";
import { TableSurvey } from "@understudy/shared/csv/table-survey.ts";
import { fromCellText } from "@understudy/shared/csv-text.ts";
import { MarksOfOutputs } from "@understudy/shared/failed-runs/marks-of-outputs.ts";
import { DATA_OPTION_HINTS } from "@understudy/shared/texts/data-option-texts.ts";
import { CsvError, parse } from "csv-parse/browser/esm/sync";
import { decodeText, type FileHead } from "./file-head.ts";

const HINT_TEXTS: readonly string[] = Object.values(DATA_OPTION_HINTS);
const SHOWN_ROWS = 3;

export type CsvPreview = {
  /** The names of the columns. */
  readonly names: readonly string[];
  /** Below the header; of a file that is read in part only, an estimate. */
  readonly rows: number;
  readonly isExact: boolean;
  /** The cells of the first rows. */
  readonly cells: readonly (readonly string[])[];
  /** The problems that the server will report of these rows, as sentences. */
  readonly problems: readonly string[];
  /** The options that would help, as sentences. */
  readonly hints: readonly string[];
  /** Sentences about what could be read otherwise. */
  readonly notes: readonly Note[];
  /** Values of the outputs that look like marks of failed runs, also those that are chosen already. */
  readonly suspectedMarks: readonly SuspectedMark[];
};
/** The reason why it is no CSV file, a clause; or its content. */
export type FilePreview = { readonly notCsv: string } | CsvPreview;

export type PreviewedFile = { readonly field: Field; readonly name: string; readonly options: DataOptions };

/** Reads the beginning of a CSV file, and checks it by the rules of the server. */
export function previewCsv(head: FileHead, file: PreviewedFile): FilePreview {
  const notText = whyNotText(head.bytes);
  if (notText !== null) return { notCsv: notText };
  const text = decodeText(head)?.replace(/^\uFEFF/, "") ?? null;
  if (text === null) return { notCsv: "this is not UTF-8 text. Save it as CSV UTF-8" };
  if (head.isWhole && /^\s*$/.test(text)) return { notCsv: EMPTY_FILE };

  const all = createProblems();
  const problems = all.of(file.field, file.name);
  const layout = findLayout(text, head.isWhole);
  const { names, units, rows, count } = findRows(
    parseRecords(text, layout, head.isWhole, problems),
    layout,
    problems,
    file,
  );
  const survey = new TableSurvey(file.field, names, units);
  for (const { cells } of rows) survey.add(cells);
  const suspectedMarks = checkRows(rows, names, survey, problems, { ...file, isWhole: head.isWhole });
  if (head.isWhole && count === 0) problems.add({}, NO_ROWS);
  const lines = all.report()[file.field] ?? [];
  return {
    names,
    rows: head.isWhole ? count : estimatedRows(count, text, head),
    isExact: head.isWhole,
    cells: rows.slice(0, SHOWN_ROWS).map(({ cells }) => cells),
    problems: lines.filter((line) => !HINT_TEXTS.includes(line)),
    hints: lines.filter((line) => HINT_TEXTS.includes(line)),
    notes: all.notes(file.field),
    suspectedMarks,
  };
}

/** All records that can be read; what ends the reading is reported, unless the head ends there. */
function parseRecords(text: string, layout: CsvLayout, isWhole: boolean, problems: FileProblems): string[][] {
  const records: string[][] = [];
  const { delimiter, start, skippedLines } = layout;
  const table = text.slice(start);
  try {
    parse(delimiter === " " ? createBlankCollapser()(table) : table, {
      ...PARSER_OPTIONS,
      delimiter: delimiter === " " ? "\t" : delimiter,
      on_record: (record: string[]) => {
        records.push(record.map(fromCellText));
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isCut = !isWhole && error.code === "CSV_QUOTE_NOT_CLOSED";
    if (!isCut) problems.add({ row: skippedLines + records.length + 1 }, brokenRowText(error.code));
  }
  return records;
}

/** The names and units of the columns, and the rows that have as many cells; the others are reported. */
function findRows(
  records: readonly string[][],
  layout: CsvLayout,
  problems: FileProblems,
  { options }: PreviewedFile,
): { names: string[]; units: readonly string[] | null; rows: TableRow[]; count: number } {
  let names: string[] = [];
  let units: readonly string[] | null = null;
  const headerUnits = { isRead: options.header_units, taken: new Set<string>() };
  const table = createTableRows(layout, problems, headerUnits, ({ cells, row, units: unitCells }) => {
    units = unitCells;
    names = readHeader(cells, problems, {
      numberDuplicates: options.number_duplicate_names,
      taken: headerUnits.taken,
      row,
    });
  });
  const rows = [...records.flatMap((cells) => table.add(cells)), ...table.finish()];
  return { names, units, rows, count: table.end().rows };
}

/** Reports what is wrong with the rows. @returns values that look like marks of failed runs */
function checkRows(
  rows: readonly TableRow[],
  names: readonly string[],
  survey: TableSurvey,
  problems: FileProblems,
  { field, options, isWhole }: PreviewedFile & { isWhole: boolean },
): SuspectedMark[] {
  const surveyed = survey.finish(problems, isWhole);
  const formats = surveyed.map(({ format }) => format);
  if (field === "Parameters File") {
    const isUsed = ({ cells }: TableRow) => !options.ignore_missing_inputs || !lacksInput(cells, formats);
    checkParameters(rows.filter(isUsed), names, formats, problems, isWhole);
    return [];
  }
  const ignoreFailedRuns = options.ignore_failed_runs;
  const parts = planOutputs(
    names,
    surveyed,
    survey.curveGrids(),
    { options, taken: [], sourceNames: [] },
    problems,
  );
  const columns = new OutputColumns(names, problems, {
    ...{ ignoreFailedRuns, sourceColumns: null, formats, parts },
    listLengths: surveyed.map(({ listLength }) => listLength),
  });
  const marks = new MarksOfOutputs(
    parts.map(({ name }) => name),
    [],
  );
  for (const { cells, row } of rows) {
    const values = columns.read(cells, row);
    if (values !== null) marks.read(values, columns.lengths, row);
  }
  if (isWhole) columns.finish();
  return marks.find();
}

function checkParameters(
  rows: readonly TableRow[],
  names: readonly string[],
  formats: readonly ColumnFormat[],
  problems: FileProblems,
  isWhole: boolean,
): void {
  const columns = new ParameterColumns(names, problems, null);
  columns.setFormats(formats);
  for (const { cells, row } of rows) columns.read(cells, row);
  // What is wrong with a column as a whole is known at its end only.
  if (isWhole) columns.finish();
  else columns.noteCategories();
}

function estimatedRows(rows: number, text: string, { size }: FileHead): number {
  const bytes = new TextEncoder().encode(text).length;
  return bytes === 0 ? 0 : Math.round((rows * size) / bytes);
}
