import type { FileHandle } from "node:fs/promises";
import type { FilePreview } from "@understudy/shared/api/file.ts";
import { PREVIEW_BYTES } from "@understudy/shared/limits.ts";
import type { OpenFile } from "./open-path.ts";

const NOT_TEXT = { lines: [], is_text: false, left_out: null };

/** Reads as much of a file as is shown, however large it is. */
export async function readPreview({ handle, stats: { size } }: OpenFile): Promise<FilePreview> {
  const { beginning, end } = PREVIEW_BYTES;
  if (size <= beginning + end) {
    const text = decodeText(await readPart(handle, 0, size));
    return text === null
      ? { ...NOT_TEXT, size }
      : { lines: splitLines(text), is_text: true, size, left_out: null };
  }
  const [beginningBytes, wholeTail] = [
    await readPart(handle, 0, beginning),
    await readPart(handle, evenBefore(size - end), end),
  ];
  // A line feed of UTF-16 has two bytes, of which either may be another character's.
  const isByLines = detectUtf16(beginningBytes) === null;
  const [head, tail] = isByLines
    ? [cutAfterLine(beginningBytes), cutBeforeLine(wholeTail)]
    : [beginningBytes, wholeTail];
  const [first, last] = [decodeText(head), decodeText(tail, head)];
  if (first === null || last === null) return { ...NOT_TEXT, size };
  const before = splitLines(first);
  const left_out = { before_line: before.length, bytes: size - head.length - tail.length };
  return { lines: [...before, ...splitLines(last)], is_text: true, size, left_out };
}

/** Fewer bytes where the file has become shorter. */
async function readPart(handle: FileHandle, from: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle.read(bytes, done, length - done, from + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

const evenBefore = (position: number): number => position - (position % 2);

const NEW_LINE = 0x0a;

/** Without the last line, unless it is the only one: the cut went through it. */
const cutAfterLine = (bytes: Uint8Array): Uint8Array => {
  const at = bytes.lastIndexOf(NEW_LINE);
  return at === -1 ? bytes : bytes.subarray(0, at + 1);
};
const cutBeforeLine = (bytes: Uint8Array): Uint8Array => bytes.subarray(bytes.indexOf(NEW_LINE) + 1);

/** Determines whether bytes are text, and in which encoding, by the bytes themselves: names are not reliable. */

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
/** Bytes of the longest character of UTF-8. */
const MAX_CHARACTER_BYTES = 4;

/** Tab, line feed, form feed, carriage return, escape (colours of a terminal), backspace (a progress bar). */
const CONTROLS_OF_TEXT = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x1b]);
/** A log may hold a stray control character; a binary file is full of them. */
const MAX_CONTROLS = 0.01;

/**
 * The text of a part of a file; null: it is none.
 * @param beginning that of the file, whose byte order mark holds for the part
 */
function decodeText(part: Uint8Array, beginning: Uint8Array = part): string | null {
  const utf16 = detectUtf16(beginning);
  if (utf16 !== null) return new TextDecoder(utf16).decode(part);
  if (!looksLikeText(part)) return null;
  const characters = withoutHalfCharacters(part);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(characters);
  } catch {
    // What programs wrote before there was UTF-8; every byte is a character of it.
    return new TextDecoder("windows-1252").decode(part);
  }
}

function detectUtf16([first, second]: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

function looksLikeText(bytes: Uint8Array): boolean {
  let controls = 0;
  for (const byte of bytes) {
    if (byte === 0) return false;
    if (byte < 0x20 && !CONTROLS_OF_TEXT.has(byte)) controls++;
  }
  return controls <= bytes.length * MAX_CONTROLS;
}

/** Drops the first and the last character of a part of a line, which may have been cut through. */
function withoutHalfCharacters(bytes: Uint8Array): Uint8Array {
  let from = 0;
  while (from < MAX_CHARACTER_BYTES && isContinuation(bytes[from])) from++;
  let last = bytes.length - 1;
  while (last > bytes.length - MAX_CHARACTER_BYTES && isContinuation(bytes[last])) last--;
  const lead = bytes[last] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return bytes.subarray(from, last + length > bytes.length ? last : bytes.length);
}

/** A line feed at the end ends the last line, and begins none. */
const splitLines = (text: string): string[] =>
  text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r\n|\n/);
