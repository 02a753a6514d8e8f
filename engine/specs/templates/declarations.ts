/** Variables, outputs and coordinates as they are written in a field of a form: one a line, or parted by semicolons. */
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { writtenUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { typedNumber } from "@understudy/shared/quantities/typed-number.ts";
import type { WrittenCoordinate, WrittenOutput, WrittenVariable } from "../check/written.ts";

export type Declared<T> = { readonly declared: T } | { readonly problem: string };

export const splitItems = (text: string): string[] =>
  text
    .split(/[;\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== "");

/** Declares each item; problems go to `report`. */
export function declareAll<T>(
  text: string,
  declare: (item: string) => Declared<T>,
  report: (message: string) => void,
): T[] {
  return splitItems(text).flatMap((item) => {
    const result = declare(item);
    if ("declared" in result) return [result.declared];
    report(`"${item}": ${result.problem}`);
    return [];
  });
}

/** With what may stand behind it; `typedNumber` knows what that means. */
const NUMBER_PATTERN = "[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?(?:[a-zA-Zµμ]+\\d*)?";
const RANGE_PATTERN = new RegExp(`\\s+in\\s+(${NUMBER_PATTERN})\\s*\\.\\.\\s*(${NUMBER_PATTERN})$`);
const VARIABLE_FORMS = 'write name = number [unit], name = a | b | c, name = "text" or name = file';

/** Takes a unit in brackets from the end; `@m1[id]` has none, for no blank stands before its bracket. */
export function withoutUnit(item: string): { text: string; unit: string } {
  const [, text = item, unit = ""] = /^(.*\S)\s+\[([^[\]]*)\]$/s.exec(item.trim()) ?? [];
  return { text: text.trim(), unit: unit.trim() };
}

/** `w1 = 20u in 5u .. 60u [m]`, `n = 3 in 1..8 integer`, `corner = tt | ss | ff`, `label = "text"`, `mesh = file`. */
export function declareVariable(item: string): Declared<WrittenVariable> {
  const { text: declaration, unit } = withoutUnit(item);
  const is_integer = /\sinteger$/.test(declaration);
  const plain = declaration.replace(/\s+integer$/, "");
  const [, low, high] = RANGE_PATTERN.exec(plain) ?? [];
  const [, name, value] = /^(\w+)(?:\s*=\s*(.+))?$/s.exec(plain.replace(RANGE_PATTERN, "")) ?? [];
  if (name === undefined) return { problem: VARIABLE_FORMS };
  const labels = { name, ...(unit === "" ? {} : { unit }), ...(is_integer ? { is_integer } : {}) };
  const shown = writtenUnit(unit);
  const read = (text = "") => typedNumber(text, { shown });
  const [default_min, default_max] = [read(low), read(high)];
  if (low !== undefined && (default_min === null || default_max === null))
    return { problem: MESSAGES.invalidNumber };
  const range = low === undefined ? {} : { default_min, default_max };
  if (value === undefined) {
    return low === undefined
      ? { problem: VARIABLE_FORMS }
      : { declared: { ...labels, type: "Scalar", ...range } };
  }
  const default_val = read(value);
  if (default_val !== null) return { declared: { ...labels, type: "Scalar", ...range, default_val } };
  if (low !== undefined) return { problem: "only a number has a range" };
  if (value === "file") return { declared: { ...labels, type: "File" } };
  const [, quoted] = /^"([^"]*)"$/.exec(value) ?? [];
  if (quoted !== undefined) return { declared: { ...labels, type: "String", default_val: quoted } };
  if (!value.includes("|")) return { problem: VARIABLE_FORMS };
  const options = value.split("|").map((option) => option.trim());
  return { declared: { ...labels, type: "MultiSelect", options } };
}

/** `gain [dB]`, or `spectrum over frequency [V]`. */
export function declareOutput(
  item: string,
  source: NonNullable<WrittenOutput["source"]>,
): Declared<WrittenOutput> {
  const { text, unit } = withoutUnit(item);
  const [, name, coordinate] = /^(\w+)(?:\s+over\s+(\w+))?$/.exec(text) ?? [];
  if (name === undefined) return { problem: "write name [unit], or name over coordinate [unit]" };
  const labels = { name, ...(unit === "" ? {} : { unit }), source };
  if (coordinate === undefined) return { declared: { ...labels, type: "Scalar" } };
  return { declared: { ...labels, type: "Vector", coordinate } };
}

const COORDINATE_PATTERN = new RegExp(
  `^(\\w+)\\s*=\\s*(${NUMBER_PATTERN})\\s*\\.\\.\\s*(${NUMBER_PATTERN})\\s*,\\s*(\\d+)\\s*(?:,\\s*(log|linear))?$`,
);

/** `frequency = 10 .. 1e9, 161, log [Hz]`. */
export function declareCoordinate(item: string): Declared<WrittenCoordinate> {
  const { text, unit } = withoutUnit(item);
  const [, name, from, to, points, spacing] = COORDINATE_PATTERN.exec(text) ?? [];
  if (name === undefined) return { problem: "write name = from .. to, points, log [unit]" };
  const shown = writtenUnit(unit);
  const ends = { from: typedNumber(from ?? "", { shown }), to: typedNumber(to ?? "", { shown }) };
  if (ends.from === null || ends.to === null) return { problem: MESSAGES.invalidNumber };
  const grid = {
    from: ends.from,
    to: ends.to,
    points: Number(points),
    spacing: spacing === "log" ? ("log" as const) : ("linear" as const),
  };
  return { declared: { name, ...(unit === "" ? {} : { unit }), grid } };
}

/** The words of a command, as a shell would part them; nothing else that a shell does is done. */
export function commandWords(text: string): string[] {
  const words = text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g);
  return [...words].map(([word]) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}

/** A name for what is written as an expression: `db(v(out))` becomes db_v_out. */
export function nameOfExpression(expression: string): string {
  const name = expression.replace(/\W+/g, "_").replace(/^_+|_+$/g, "");
  return /^[A-Za-z_]/.test(name) ? name : `v_${name}`;
}
