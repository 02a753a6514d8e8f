/** Values as texts of a language. */

export type Value =
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  | { readonly [name: string]: Value | undefined };

/** Longer lists and objects get a line for each item. */
const MAX_LINE_LENGTH = 80;
const INDENT_STEP = "    ";

/** A Python expression. Numbers as they are stored, texts in double quotes. @param indent of the line that it stands in */
export function python(value: Value, indent = ""): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  // JSON's escapes are Python's, too; a lone surrogate is the exception, which no name of ours holds.
  if (typeof value === "string" || typeof value === "number") return JSON.stringify(value);
  const inner = indent + INDENT_STEP;
  const isList = isArray(value);
  const items = isList
    ? value.map((item) => python(item, inner))
    : listEntries(value).map(([name, item]) => `${JSON.stringify(name)}: ${python(item, inner)}`);
  return wrapItems(items, isList ? ["[", "]"] : ["{", "}"], indent);
}

/** A call with its arguments; a name in front makes one a keyword argument. */
export const pythonCall = (name: string, args: readonly string[], indent = ""): string =>
  `${name}${wrapItems(args, ["(", ")"], indent)}`;

function wrapItems(items: readonly string[], [open, close]: [string, string], indent: string): string {
  const line = `${open}${items.join(", ")}${close}`;
  if (items.length === 0 || (line.length + indent.length <= MAX_LINE_LENGTH && !line.includes("\n")))
    return line;
  return `${open}\n${items.map((item) => `${indent}${INDENT_STEP}${item},\n`).join("")}${indent}${close}`;
}

const isArray = (value: Value): value is readonly Value[] => Array.isArray(value);
const listEntries = (value: { readonly [name: string]: Value | undefined }): [string, Value][] =>
  Object.entries(value).flatMap(([name, item]): [string, Value][] =>
    item === undefined ? [] : [[name, item]],
  );

/** One word of a POSIX shell, whatever it holds. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
