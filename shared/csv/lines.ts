/** The lines of a text file, and the marks that begin comments. */

export const COMMENT_START = /^\s*(#+|%+|\*+|!+|\/\/)/;

/** The line of a text that begins at `start`, and where the one after it begins; null at the end of the text. */
export function nextLine(
  text: string,
  start: number,
): { readonly text: string; readonly next: number } | null {
  if (start >= text.length) return null;
  const length = text.slice(start).search(/[\r\n]/);
  if (length === -1) return { text: text.slice(start), next: text.length };
  const end = start + length;
  return { text: text.slice(start, end), next: end + (text.startsWith("\r\n", end) ? 2 : 1) };
}
