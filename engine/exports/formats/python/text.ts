/** Texts and numbers as Python source. */
import { doubleText } from "../../number-text.ts";
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

export const pythonNumber = (value: number): string =>
  doubleText(value, { nan: "np.nan", infinity: "np.inf" });
