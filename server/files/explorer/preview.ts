import type { FileHandle } from "node:fs/promises";
import type { FilePreview } from "@understudy/shared/api/file.ts";
import { PREVIEW_BYTES } from "@understudy/shared/limits.ts";
import type { OpenFile } from "./open-path.ts";
import { decodeText, detectUtf16, splitLines } from "./text.ts";

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
