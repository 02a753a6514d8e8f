import {
  DATA_OPTION_HINTS,
  type DataOptions,
  type SuspectedMark,
} from "@understudy/shared/api/job-config.ts";
import { brokenRowText } from "@understudy/shared/csv/broken-row.ts";
import { sniffDelimiter } from "@understudy/shared/csv/dialect.ts";
import { readHeader } from "@understudy/shared/csv/header.ts";
import { MissingInputs } from "@understudy/shared/csv/missing-inputs.ts";
import { whyNotText } from "@understudy/shared/csv/not-text.ts";
import { OutputColumns } from "@understudy/shared/csv/outputs.ts";
import { ParameterColumns } from "@understudy/shared/csv/parameters.ts";
import { PARSER_OPTIONS } from "@understudy/shared/csv/parser-options.ts";
import { createProblems, type Field, type FileProblems } from "@understudy/shared/csv/problems.ts";
import { EMPTY_FILE, EMPTY_ROW, NO_ROWS, raggedText } from "@understudy/shared/csv/table-problems.ts";
import { fromCellText } from "@understudy/shared/csv-text.ts";
import { MarksOfOutputs } from "@understudy/shared/failed-runs/marks-of-outputs.ts";
import { CsvError, parse } from "csv-parse/browser/esm/sync";
import { type FileHead, textOf } from "./file-head.ts";

const HINTS: readonly string[] = Object.values(DATA_OPTION_HINTS);
const SHOWN_ROWS = 3;
const FIRST_ROW = 2;

export type CsvPreview = {
  /** Of the columns. */
  readonly names: readonly string[];
  /** Below the header; of a file that is read in part only, an estimate. */
  readonly rows: number;
  readonly isExact: boolean;
  /** The cells of the first rows. */
  readonly cells: readonly (readonly string[])[];
  /** What the server will report of these rows, as sentences. */
  readonly problems: readonly string[];
  /** Which options would help, as sentences. */
  readonly hints: readonly string[];
  /** Values of the outputs that look like marks of failed runs, also those that are chosen already. */
  readonly suspectedMarks: readonly SuspectedMark[];
};
/** Why it is no CSV file, a clause; or what is in it. */
export type FilePreview = { readonly notCsv: string } | CsvPreview;

export type PreviewedFile = { readonly field: Field; readonly name: string; readonly options: DataOptions };

/** What the beginning of a CSV file holds, and what is wrong with it by the rules of the server's check. */
export function previewCsv(head: FileHead, file: PreviewedFile): FilePreview {
  const notText = whyNotText(head.bytes);
  if (notText !== null) return { notCsv: notText };
  const text = textOf(head);
  if (text === null) return { notCsv: "this is not UTF-8 text. Save it as CSV UTF-8" };
  if (head.isWhole && /^[\uFEFF\s]*$/.test(text)) return { notCsv: EMPTY_FILE };

  const all = createProblems();
  const problems = all.of(file.field, file.name);
  const [header = [], ...rows] = recordsOf(text, head.isWhole, problems);
  const names = readHeader(header, problems, {
    numberDuplicates: file.options.number_duplicate_names,
    taken: new Set(),
  });
  const marks = new MarksOfOutputs(names, []);
  checkRows(rows, names, problems, { ...file, isWhole: head.isWhole, marks });
  if (head.isWhole && rows.length === 0) problems.add({}, NO_ROWS);
  const lines = all.report()[file.field] ?? [];
  return {
    names,
    rows: head.isWhole ? rows.length : estimatedRows(rows.length, text, head),
    isExact: head.isWhole,
    cells: rows.slice(0, SHOWN_ROWS),
    problems: lines.filter((line) => !HINTS.includes(line)),
    hints: lines.filter((line) => HINTS.includes(line)),
    suspectedMarks: marks.find(),
  };
}

/** All rows that can be read; what ends the reading is reported, unless the head ends there. */
function recordsOf(text: string, isWhole: boolean, problems: FileProblems): string[][] {
  const records: string[][] = [];
  try {
    parse(text, {
      ...PARSER_OPTIONS,
      delimiter: sniffDelimiter(text, isWhole),
      on_record: (record: string[]) => {
        records.push(record.map(fromCellText));
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isCut = !isWhole && error.code === "CSV_QUOTE_NOT_CLOSED";
    if (!isCut) problems.add({ row: records.length + 1 }, brokenRowText(error.code));
  }
  // Blank lines at the end of a file are no rows.
  while (records.length > 0 && isBlank(records.at(-1))) records.pop();
  return records;
}

const isBlank = (cells: readonly string[] = []): boolean =>
  cells.length <= 1 && (cells[0] ?? "").trim() === "";

function checkRows(
  rows: readonly string[][],
  names: readonly string[],
  problems: FileProblems,
  { field, options, isWhole, marks }: PreviewedFile & { isWhole: boolean; marks: MarksOfOutputs },
): void {
  const inputs = field === "Parameters File" ? new ParameterColumns(names, problems, null) : null;
  const outputs = new OutputColumns(names, problems, {
    ignoreFailedRuns: options.ignore_failed_runs,
    known: null,
  });
  const missing = new MissingInputs();
  const read = (cells: readonly string[], row: number): void => {
    if (inputs === null) {
      const values = outputs.read(cells, row);
      if (values !== null) marks.read(values, outputs.lengths, row);
    } else if (!options.ignore_missing_inputs || !missing.isIn(cells)) inputs.read(cells, row);
  };
  rows.forEach((cells, index) => {
    const row = index + FIRST_ROW;
    if (cells.length === names.length) read(cells, row);
    else if (isBlank(cells)) problems.add({ row }, EMPTY_ROW);
    else problems.add({ row }, raggedText(cells, names.length));
  });
  // What is wrong with a column as a whole is known at its end only.
  if (isWhole) (inputs ?? outputs).finish();
}

function estimatedRows(rows: number, text: string, { size }: FileHead): number {
  const bytes = new TextEncoder().encode(text).length;
  return bytes === 0 ? 0 : Math.round((rows * size) / bytes);
}
