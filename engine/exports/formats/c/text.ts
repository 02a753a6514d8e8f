/** Texts and numbers as C99 source. */
import { asciiLine } from "../../user-text.ts";

/** A string literal: UTF-8, bytes that are not printable as octal escapes of three digits; no trigraph. */
export const cString = (text: string): string =>
  `"${Array.from(Buffer.from(text, "utf8"), (byte) => {
    const character = String.fromCharCode(byte);
    if (byte < 0x20 || byte > 0x7e) return `\\${byte.toString(8).padStart(3, "0")}`;
    return /["\\?]/.test(character) ? `\\${character}` : character;
  }).join("")}"`;

/** A line inside of a comment: it neither ends it nor begins another, and holds no trigraph. */
export const cComment = (text: string): string =>
  `${/^ */.exec(text)?.[0] ?? ""}${asciiLine(text)
    .replace(/[*/?](?=[*/?])/g, "$& ")
    .replace(/\\$/, "\\ .")}`;

/** Reads back as the same double. */
export function cNumber(value: number): string {
  if (Number.isNaN(value)) return "NAN";
  if (!Number.isFinite(value)) return value > 0 ? "INFINITY" : "-INFINITY";
  if (Object.is(value, -0)) return "-0.0";
  const text = String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}
