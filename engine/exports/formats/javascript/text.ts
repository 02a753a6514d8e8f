/** Values as JavaScript source that may stand in a module and in a script of an HTML page. */
import { wrapped } from "../../user-text.ts";

/** Line separators end lines in older programs; a page ends a script at `</script`, and begins a comment at `<!--`. */
const UNSAFE_CHARACTERS = /[<>&\u2028\u2029]/g;

const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * Writes a value as JSON of which no text can end the script that it stands in.
 * @param value plain data; numbers that JSON lacks become null
 */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(UNSAFE_CHARACTERS, escapeCharacter);

/** Writes a list. @param indices whole numbers, at least 0 */
export function indexList(indices: Int32Array): string {
  const items = Array.from(indices, String);
  return items.length <= 20 ? `[${items.join(", ")}]` : `[\n${wrapped(items, "  ")}\n]`;
}
