/** Texts and numbers as source of MATLAB and Octave. */
import { doubleText } from "../../number-text.ts";
import { asciiLine } from "../../user-text.ts";

/** An expression that is this text: a literal where it is printable ASCII, otherwise its UTF-8. */
export function octaveText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `'${text.replaceAll("'", "''")}'`;
  return `textOf([${[...Buffer.from(text, "utf8")].join(" ")}])`;
}

/** A line of a comment, without its sign; indented as it was. */
export const octaveComment = (text: string): string => `${/^ */.exec(text)?.[0] ?? ""}${asciiLine(text)}`;

export const octaveNumber = (value: number): string => doubleText(value, { nan: "NaN", infinity: "Inf" });
