/** Texts and numbers as source of MATLAB and Octave. */
import { asciiLine } from "../../user-text.ts";

/** An expression that is this text: a literal where it is printable ASCII, otherwise its UTF-8. */
export function octaveText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `'${text.replaceAll("'", "''")}'`;
  return `textOf([${[...Buffer.from(text, "utf8")].join(" ")}])`;
}

/** A line of a comment, without its sign; indented as it was. */
export const octaveComment = (text: string): string => `${/^ */.exec(text)?.[0] ?? ""}${asciiLine(text)}`;

/** Reads back as the same double. */
export function octaveNumber(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "Inf" : "-Inf";
  return Object.is(value, -0) ? "-0" : String(value);
}
