/** CSV files in memory, validated as the runner's child does. */
import type { DataOptions } from "@understudy/shared/api/job-config.ts";
import { NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import type { TextFile } from "../../../engine/dataset/csv/table-reader.ts";
import type { RowReport } from "../../../engine/dataset/left-out-rows.ts";
import type { SourceRows } from "../../../engine/dataset/source-columns.ts";
import { type RawTable, validate } from "../../../engine/dataset/validate.ts";

export type Text = string | Uint8Array;

/** The text in chunks of `chunkSize` bytes, so that cells, quotes and characters are cut anywhere. */
export function textFile(name: string, text: Text, chunkSize = 1 << 20): TextFile {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return {
    name,
    size: bytes.length,
    chunks: {
      async *[Symbol.asyncIterator]() {
        for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.slice(at, at + chunkSize);
      },
    },
  };
}

export type Checked = {
  readonly errors: Record<string, string[]>;
  /** All sentences of all fields. */
  readonly sentences: string[];
  readonly table: RawTable | null;
  /** By name of a column; empty where the files are refused. */
  readonly units: ReadonlyMap<string, string>;
  /** The notes on how the files were read; empty where they are refused. */
  readonly notes: readonly string[];
  readonly report: RowReport | null;
  readonly inputRows: number[][];
  readonly outputRows: number[][];
};

export async function check(
  parameters: Text,
  outputs: Text,
  settings: { options?: Partial<DataOptions>; earlierRows?: SourceRows; chunkSize?: number } = {},
): Promise<Checked> {
  const inputRows: number[][] = [];
  const outputRows: number[][] = [];
  const outcome = await validate(
    {
      parameters: textFile("parameters.csv", parameters, settings.chunkSize),
      outputs: textFile("outputs.csv", outputs, settings.chunkSize),
    },
    {
      options: { ...NO_DATA_OPTIONS, ...settings.options },
      earlierRows: settings.earlierRows ?? null,
      inputSink: (row) => {
        inputRows.push([...row]);
        return undefined;
      },
      outputSink: (row) => {
        outputRows.push([...row]);
        return undefined;
      },
    },
  );
  const errors = "errors" in outcome ? outcome.errors : {};
  return {
    errors,
    sentences: Object.values(errors).flat(),
    table: "table" in outcome ? outcome.table : null,
    units: "table" in outcome ? outcome.units : new Map(),
    notes: "table" in outcome ? outcome.notes.map(({ text }) => text) : [],
    report: "table" in outcome ? outcome.report : null,
    inputRows,
    outputRows,
  };
}

/** A file of `rows` rows below the header; `cell` counts rows from 0. */
export function csv(header: string, rows: number, cell: (row: number) => string): string {
  return `${header}\n${Array.from({ length: rows }, (_, row) => `${cell(row)}\n`).join("")}`;
}

/** Sound files of 12 rows to start from. */
export const soundParameters = csv("x,y", 12, (row) => `${row},${row % 3}`);
export const soundOutputs = csv("gain", 12, (row) => `${row * 2}`);

/** The text with one row (the header is row 1) replaced. */
export function withRow(text: string, row: number, line: string): string {
  const lines = text.split("\n");
  lines[row - 1] = line;
  return lines.join("\n");
}

export const badParameters = (text: Text) => check(text, soundOutputs);
export const badOutputs = (text: Text) => check(soundParameters, text);
export const WAY_ON =
  'To leave out the runs whose outputs are empty or not finite, choose "Ignore failed runs".';
export const NUMBER_THEM =
  'Rename the columns, or choose "Number duplicate names" to have the second become "name (2)".';
export const LEAVE_OUT =
  'To leave out the rows whose inputs are empty or not finite, choose "Ignore rows with missing inputs".';
