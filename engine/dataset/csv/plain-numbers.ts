/** Finds files that need no survey: nothing but numbers, written plainly, below a header. */

const IS_PLAIN = new Uint8Array(256);
for (const character of "0123456789+-.eE,\r\n") IS_PLAIN[character.charCodeAt(0)] = 1;
const [COMMA, NEW_LINE, CARRIAGE_RETURN] = [44, 10, 13];

/**
 * Tells whether all cells are plain numbers separated by commas, or the file is one column of them. A file that is not whole text, or
 * has a quote, a blank or a letter below its first line, is none.
 *
 * @param isPlainHeader false for a header whose columns need a survey although they hold plain numbers
 */
export async function holdsPlainNumbers(
  chunks: AsyncIterable<Uint8Array>,
  isPlainHeader: (text: string) => boolean,
): Promise<boolean> {
  const decoder = new TextDecoder();
  let header = "";
  let isHeader = true;
  let hasHeaderComma = false;
  for await (const chunk of chunks) {
    let at = 0;
    for (; isHeader && at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === COMMA) hasHeaderComma = true;
      if (byte === NEW_LINE || byte === CARRIAGE_RETURN) isHeader = false;
    }
    if (at > 0) {
      header += decoder.decode(chunk.subarray(0, at), { stream: true });
      if (!isHeader && !isPlainHeader(header)) return false;
    }
    for (; at < chunk.length; at++) {
      const byte = chunk[at];
      if (IS_PLAIN[byte] === 0 || (byte === COMMA && !hasHeaderComma)) return false;
    }
  }
  return true;
}
