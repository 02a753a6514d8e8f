/** CSV as a stream of records: bytes in, cells out, memory flat whatever the size. */

import { isAscii, isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBlankCollapser } from "@understudy/shared/csv/blanks.ts";
import { brokenRowText } from "@understudy/shared/csv/broken-row.ts";
import { type CsvLayout, findLayout } from "@understudy/shared/csv/layout.ts";
import { whyNotText } from "@understudy/shared/csv/not-text.ts";
import { PARSER_OPTIONS } from "@understudy/shared/csv/parser-options.ts";
import { EMPTY_FILE } from "@understudy/shared/csv/table-rows.ts";
import { fromCellText } from "@understudy/shared/csv-text.ts";
import { type CsvError, parse } from "csv-parse";

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

export type CsvRecords = {
  readonly layout: CsvLayout;
  /** Header included, each as its cells. @throws CsvFileError */
  readonly records: AsyncGenerator<string[]>;
};

/** The records of a CSV file; see `openRecords`. @throws CsvFileError */
export async function* readRecords(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const { records } = await openRecords(chunks);
  yield* records;
}

/**
 * Opens a CSV file: UTF-8 with or without a byte order mark; comments and a line `sep=;` before the header; comma, semicolon,
 * tab, vertical bar or blanks, found by looking; any line ends; quoted cells may hold separators, quotes (doubled) and new
 * lines. An apostrophe that keeps a spreadsheet from running a text is no part of it.
 * @throws CsvFileError when it is empty or no text
 */
export async function openRecords(chunks: AsyncIterable<Uint8Array>): Promise<CsvRecords> {
  const { head, isWhole, all } = await peek(chunks);
  if (isBlank(head) && isWhole) throw new CsvFileError(null, EMPTY_FILE);
  const reason = whyNotText(head);
  if (reason !== null) throw new CsvFileError(null, reason);
  const sample = new TextDecoder().decode(head);
  const layout = findLayout(sample, isWhole);
  const mark = head[0] === BYTE_ORDER_MARK ? BYTE_ORDER_MARK_LENGTH : 0;
  const skipped = layout.start === 0 ? 0 : mark + Buffer.byteLength(sample.slice(0, layout.start));
  return { layout, records: parsedRecords(withoutFirst(checkedText(all), skipped), layout) };
}

/** UTF-8 text with a byte order mark begins with EF BB BF. */
const [BYTE_ORDER_MARK, BYTE_ORDER_MARK_LENGTH] = [0xef, 3];

async function* parsedRecords(
  bytes: AsyncIterable<Uint8Array>,
  { delimiter, skippedLines }: CsvLayout,
): AsyncGenerator<string[]> {
  // Records already read before a broken row would be lost if the parser failed there; so it skips the row.
  const broken: CsvFileError[] = [];
  const parser = parse({
    ...PARSER_OPTIONS,
    delimiter: delimiter === " " ? "\t" : delimiter,
    max_record_size: MAX_ROW_CHARACTERS,
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error !== undefined) broken.push(fileError(error, skippedLines));
      return undefined;
    },
  });
  const text = delimiter === " " ? collapsed(bytes) : bytes;
  const fed = pipeline(Readable.from(text, { objectMode: true }), parser);
  // The same error reaches the loop below.
  fed.catch(() => undefined);
  let row = skippedLines;
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

async function* withoutFirst(chunks: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const chunk of chunks) {
    if (left < chunk.length) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

async function* collapsed(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const collapse = createBlankCollapser();
  for await (const chunk of chunks) yield collapse(decoder.decode(chunk, { stream: true }));
}

/** Most records hold nothing to be undone, and stay as they are. */
const asWritten = (cells: string[]): string[] =>
  cells.some((cell) => cell.startsWith("'")) ? cells.map(fromCellText) : cells;

const isCells = (record: unknown): record is string[] => Array.isArray(record);

function fileError(error: CsvError, skippedLines: number): CsvFileError {
  const row = typeof error.records === "number" ? skippedLines + error.records + 1 : null;
  return new CsvFileError(row, brokenRowText(error.code));
}

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

/** Checks that the bytes of a file stay text to its end. */
const NUL_BYTE = 0;
/** A file that stops being text on the way. */
class NotTextError extends Error {
  override readonly name = "NotTextError";
}

const NEW_LINE = 10;

/** Passes the bytes on as they are. @throws NotTextError at the first that cannot belong to UTF-8 text. */
async function* checkedText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let line = 1;
  /** The beginning of a character that goes on in the next chunk. */
  let cut: Uint8Array = new Uint8Array(0);
  for await (const chunk of chunks) {
    if (chunk.includes(NUL_BYTE)) {
      const at = line + lines(chunk.subarray(0, chunk.indexOf(NUL_BYTE)));
      throw new NotTextError(`this is not text: there is a zero byte in line ${at}. Save it as CSV UTF-8`);
    }
    const text = cut.length === 0 ? chunk : Buffer.concat([cut, chunk]);
    cut = isAscii(text) ? new Uint8Array(0) : text.slice(text.length - cutLength(text));
    const completeBytes = text.subarray(0, text.length - cut.length);
    if (!isUtf8(completeBytes)) throw notUtf8(line + linesBeforeFault(completeBytes));
    line += lines(completeBytes);
    yield chunk;
  }
  if (cut.length > 0) throw notUtf8(line);
}

const notUtf8 = (line: number) => new NotTextError(`line ${line} is not UTF-8 text. Save it as CSV UTF-8`);

/** Counts the bytes at the end that begin a character which is not complete yet: 0 to 3. */
function cutLength(text: Uint8Array): number {
  for (let length = 1; length <= Math.min(3, text.length); length++) {
    const byte = text[text.length - length];
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return length < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? length : 0;
  }
  return 0;
}

/** A new line never lies inside a character, so each line can be looked at alone. */
function linesBeforeFault(text: Uint8Array): number {
  let before = 0;
  for (let start = 0; start < text.length; before++) {
    const end = text.indexOf(NEW_LINE, start);
    const stop = end === -1 ? text.length : end + 1;
    if (!isUtf8(text.subarray(start, stop))) return before;
    start = stop;
  }
  return before;
}

function lines(text: Uint8Array): number {
  let count = 0;
  for (let at = text.indexOf(NEW_LINE); at !== -1; at = text.indexOf(NEW_LINE, at + 1)) count++;
  return count;
}
