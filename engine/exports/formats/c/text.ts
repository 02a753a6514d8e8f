/** Texts and numbers as C99 source. */
import { doubleText } from "../../number-text.ts";
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

export const cNumber = (value: number): string => doubleText(value, { nan: "NAN", infinity: "INFINITY" });
