/** outputs.json: values by key, keys of nested objects parted by points. */
import { type Grid, ontoGrid } from "./curve.ts";
import { OutputError } from "./output-error.ts";

/** @throws OutputError */
export function parseOutputsJson(text: string, file: string): unknown {
  if (text.trim() === "") throw new OutputError(`${file} is empty.`);
  try {
    // Python writes NaN and Infinity, which JSON does not know: those outputs are missing, the others are not.
    return JSON.parse(text.replace(/[+-]?\b(?:NaN|Infinity)\b(?=\s*[,\]}])/g, "null"));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new OutputError(`${file} is not valid JSON: ${why}.`);
  }
}

function valueAt(json: unknown, key: string): unknown {
  const own = (value: unknown, name: string): unknown =>
    typeof value === "object" && value !== null && Object.hasOwn(value, name)
      ? Object.entries(value).find(([one]) => one === name)?.[1]
      : undefined;
  return own(json, key) ?? key.split(".").reduce(own, json);
}

/** @param what the output and its file, for the sentence @throws OutputError */
export function numberInJson(json: unknown, key: string, what: string): number {
  const value = valueAt(json, key);
  // A list of one value is a number in brackets.
  const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof one === "number" && Number.isFinite(one)) return one;
  throw new OutputError(`${what} ${problemOf(one)}.`);
}

export function listInJson(json: unknown, key: string, what: string): Float64Array {
  const value = valueAt(json, key);
  if (!Array.isArray(value)) throw new OutputError(`${what} ${problemOf(value, "a list of numbers")}.`);
  if (value.length === 0) throw new OutputError(`${what} is an empty list.`);
  return Float64Array.from(value, (one: unknown, i) => {
    if (typeof one === "number" && Number.isFinite(one)) return one;
    throw new OutputError(`${what}: value ${i + 1} ${problemOf(one)}.`);
  });
}

function problemOf(value: unknown, wanted = "a finite number"): string {
  if (value === undefined) return "is missing";
  if (value === null) return "is NaN or null";
  return `is ${JSON.stringify(value)?.slice(0, 40)}, not ${wanted}`;
}

/** A list beside its coordinate's is interpolated; one alone must have the grid's length. @throws OutputError */
export function curveInJson(
  json: unknown,
  source: { readonly key: string; readonly coordinate_key: string | null },
  grid: Grid,
  what: string,
): number[] {
  const values = listInJson(json, source.key, what);
  const beside = source.coordinate_key ?? grid.name;
  if (source.coordinate_key === null && valueAt(json, beside) === undefined) {
    if (values.length === grid.values.length) return Array.from(values);
    throw new OutputError(
      `${what} has ${values.length} values, but the grid of ${grid.name} has ${grid.values.length} points, and the file has no list of ${grid.name}.`,
    );
  }
  const positions = listInJson(json, beside, `${grid.name} for ${what}`);
  if (positions.length !== values.length)
    throw new OutputError(`${what} has ${values.length} values, but ${beside} has ${positions.length}.`);
  return ontoGrid(positions, values, grid, what);
}
