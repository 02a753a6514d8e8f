/** Texts and numbers as Python source. */
import { oneLine } from "../../user-text.ts";

/** A string literal in double quotes that is this text. */
export const pythonString = (text: string): string => `"${escaped(text.toWellFormed())}"`;

/** A line of a docstring in double quotes. */
export const pythonText = (text: string): string => escaped(oneLine(text));

const escaped = (text: string): string =>
  text
    .replace(/[\\"]/g, "\\$&")
    .replace(
      /[^\x20-\x7e]/gu,
      (character) => `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`,
    );

/** Reads back as the same double. */
export function pythonNumber(value: number): string {
  if (Number.isNaN(value)) return "np.nan";
  if (!Number.isFinite(value)) return value > 0 ? "np.inf" : "-np.inf";
  if (Object.is(value, -0)) return "-0.0";
  const text = String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}
