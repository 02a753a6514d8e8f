/** Whether the bytes of a file are text that can be read as CSV. */
import { isAscii, isUtf8 } from "node:buffer";

const SIGNATURES: readonly { bytes: readonly number[]; text: string }[] = [
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    text: "this is a zip archive or an Excel workbook (.xlsx), not a CSV file. In Excel choose Save As, CSV UTF-8",
  },
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    text: "this is an old Excel workbook (.xls), not a CSV file. In Excel choose Save As, CSV UTF-8",
  },
  { bytes: [0xff, 0xfe], text: "this is UTF-16 text. Save it as CSV UTF-8" },
  { bytes: [0xfe, 0xff], text: "this is UTF-16 text. Save it as CSV UTF-8" },
  { bytes: [0x1f, 0x8b], text: "this is a gzip archive, not a CSV file. Unpack it first" },
  { bytes: [0x42, 0x5a, 0x68], text: "this is a bzip2 archive, not a CSV file. Unpack it first" },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], text: "this is a zstd archive, not a CSV file. Unpack it first" },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], text: "this is a 7-Zip archive, not a CSV file. Unpack it first" },
  { bytes: [0x25, 0x50, 0x44, 0x46], text: "this is a PDF, not a CSV file" },
  { bytes: [0x89, 0x48, 0x44, 0x46], text: "this is an HDF5 file, not a CSV file" },
  { bytes: [0x50, 0x41, 0x52, 0x31], text: "this is a Parquet file, not a CSV file" },
  { bytes: [0x93, 0x4e, 0x55, 0x4d], text: "this is a NumPy array, not a CSV file" },
];

const NUL = 0;

/** A sentence for people, without the file's name, or null when the beginning looks like text. */
export function whyNotText(head: Uint8Array): string | null {
  const known = SIGNATURES.find(({ bytes }) => bytes.every((byte, i) => head[i] === byte));
  if (known !== undefined) return known.text;
  if (!head.includes(NUL)) return null;
  // Without a byte order mark, UTF-16 shows as a NUL in every second byte.
  const [even, odd] = [0, 1].map(
    (parity) => head.filter((byte, i) => i % 2 === parity && byte === NUL).length,
  );
  const half = head.length / 2;
  return Math.max(even ?? 0, odd ?? 0) > 0.4 * half && Math.min(even ?? 0, odd ?? 0) < 0.1 * half
    ? "this is UTF-16 text. Save it as CSV UTF-8"
    : "this is a binary file, not a CSV file";
}

/** A file that stops being text on the way. */
export class NotTextError extends Error {
  override readonly name = "NotTextError";
}

const NEW_LINE = 10;

/** Passes the bytes on as they are. @throws NotTextError at the first that cannot belong to UTF-8 text. */
export async function* checkedText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let line = 1;
  /** The beginning of a character that goes on in the next chunk. */
  let cut: Uint8Array = new Uint8Array(0);
  for await (const chunk of chunks) {
    if (chunk.includes(NUL)) {
      const at = line + lines(chunk.subarray(0, chunk.indexOf(NUL)));
      throw new NotTextError(`this is not text: there is a zero byte in line ${at}. Save it as CSV UTF-8`);
    }
    const text = cut.length === 0 ? chunk : Buffer.concat([cut, chunk]);
    cut = isAscii(text) ? new Uint8Array(0) : text.slice(text.length - cutLength(text));
    const whole = text.subarray(0, text.length - cut.length);
    if (!isUtf8(whole)) throw notUtf8(line + linesBeforeFault(whole));
    line += lines(whole);
    yield chunk;
  }
  if (cut.length > 0) throw notUtf8(line);
}

const notUtf8 = (line: number) => new NotTextError(`line ${line} is not UTF-8 text. Save it as CSV UTF-8`);

/** How many bytes at the end begin a character that is not whole yet: 0 to 3. */
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
