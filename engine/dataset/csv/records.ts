/** CSV as a stream of records: bytes in, cells out, memory flat whatever the size. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { brokenRowText } from "@understudy/shared/csv/broken-row.ts";
import { sniffDelimiter } from "@understudy/shared/csv/dialect.ts";
import { whyNotText } from "@understudy/shared/csv/not-text.ts";
import { PARSER_OPTIONS } from "@understudy/shared/csv/parser-options.ts";
import { EMPTY_FILE } from "@understudy/shared/csv/table-problems.ts";
import { fromCellText } from "@understudy/shared/csv-text.ts";
import { type CsvError, parse } from "csv-parse";
import { checkedText, NotTextError } from "./text.ts";

const HEAD_BYTES = 64 * 1024;
/** Characters of one row. A quote that is never closed would otherwise gather the rest of the file. */
const MAX_ROW_CHARACTERS = 64 * 1024 * 1024;

/** A file that cannot be read on from `row` (as in a spreadsheet; null: at all). The message is a sentence for people. */
export class CsvFileError extends Error {
  override readonly name = "CsvFileError";
  readonly row: number | null;
  constructor(row: number | null, message: string) {
    super(message);
    this.row = row;
  }
}

/**
 * The records of a CSV file, header included, each as its cells. UTF-8 with or without a byte order mark; comma,
 * semicolon or tab, found by looking; any line ends; quoted cells may hold separators, quotes (doubled) and new lines. An
 * apostrophe that keeps a spreadsheet from running a text is no part of it.
 * @throws CsvFileError
 */
export async function* readRecords(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const { head, isWhole, all } = await peek(chunks);
  if (isBlank(head) && isWhole) throw new CsvFileError(null, EMPTY_FILE);
  const reason = whyNotText(head);
  if (reason !== null) throw new CsvFileError(null, reason);
  // Records already read before a broken row would be lost if the parser failed there; so it skips the row.
  const broken: CsvFileError[] = [];
  const parser = parse({
    ...PARSER_OPTIONS,
    delimiter: sniffDelimiter(new TextDecoder().decode(head), isWhole),
    max_record_size: MAX_ROW_CHARACTERS,
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error !== undefined) broken.push(fileError(error));
      return undefined;
    },
  });
  const fed = pipeline(Readable.from(checkedText(all), { objectMode: true }), parser);
  // The same error reaches the loop below.
  fed.catch(() => undefined);
  let row = 0;
  try {
    for await (const record of parser) {
      // After a broken row quotes open and close in the wrong places: nothing more can be trusted.
      if (broken[0]?.row === ++row) break;
      if (isCells(record)) yield asWritten(record);
    }
  } catch (error) {
    throw error instanceof NotTextError ? new CsvFileError(null, error.message) : error;
  }
  if (broken[0] !== undefined) throw broken[0];
}

/** Most records hold nothing to be undone, and stay as they are. */
const asWritten = (cells: string[]): string[] =>
  cells.some((cell) => cell.startsWith("'")) ? cells.map(fromCellText) : cells;

const isCells = (record: unknown): record is string[] => Array.isArray(record);

const fileError = (error: CsvError): CsvFileError =>
  new CsvFileError(typeof error.records === "number" ? error.records + 1 : null, brokenRowText(error.code));

/** The beginning of the file, and the whole of it again. */
async function peek(chunks: AsyncIterable<Uint8Array>) {
  const iterator = chunks[Symbol.asyncIterator]();
  const begun: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  while (size < HEAD_BYTES && !isWhole) {
    const next = await iterator.next();
    if (next.done) isWhole = true;
    else {
      begun.push(next.value);
      size += next.value.length;
    }
  }
  async function* all() {
    try {
      yield* begun;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { head: Buffer.concat(begun), isWhole, all: all() };
}

const isBlank = (head: Uint8Array): boolean => /^[\uFEFF\s]*$/.test(new TextDecoder().decode(head));
