/** Checks that the bytes of a file stay text to its end. */
import { isAscii, isUtf8 } from "node:buffer";

const NUL_BYTE = 0;
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
