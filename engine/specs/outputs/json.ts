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
  const readProperty = (value: unknown, name: string): unknown =>
    typeof value === "object" && value !== null && Object.hasOwn(value, name)
      ? Object.entries(value).find(([propertyName]) => propertyName === name)?.[1]
      : undefined;
  return readProperty(json, key) ?? key.split(".").reduce(readProperty, json);
}

/** @param label the output and its file, for the sentence @throws OutputError */
export function numberInJson(json: unknown, key: string, label: string): number {
  const value = valueAt(json, key);
  // A list of one value is a number in brackets.
  const single: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof single === "number" && Number.isFinite(single)) return single;
  throw new OutputError(`${label} ${describeProblem(single)}.`);
}

export function listInJson(json: unknown, key: string, label: string): Float64Array {
  const value = valueAt(json, key);
  if (!Array.isArray(value))
    throw new OutputError(`${label} ${describeProblem(value, "a list of numbers")}.`);
  if (value.length === 0) throw new OutputError(`${label} is an empty list.`);
  return Float64Array.from(value, (entry: unknown, i) => {
    if (typeof entry === "number" && Number.isFinite(entry)) return entry;
    throw new OutputError(`${label}: value ${i + 1} ${describeProblem(entry)}.`);
  });
}

function describeProblem(value: unknown, expectation = "a finite number"): string {
  if (value === undefined) return "is missing";
  if (value === null) return "is NaN or null";
  return `is ${JSON.stringify(value)?.slice(0, 40)}, not ${expectation}`;
}

/** A list beside its coordinate's is interpolated; one alone must have the grid's length. @throws OutputError */
export function curveInJson(
  json: unknown,
  source: { readonly key: string; readonly coordinate_key: string | null },
  grid: Grid,
  label: string,
): number[] {
  const values = listInJson(json, source.key, label);
  const coordinateKey = source.coordinate_key ?? grid.name;
  if (source.coordinate_key === null && valueAt(json, coordinateKey) === undefined) {
    if (values.length === grid.values.length) return Array.from(values);
    throw new OutputError(
      `${label} has ${values.length} values, but the grid of ${grid.name} has ${grid.values.length} points, and the file has no list of ${grid.name}.`,
    );
  }
  const positions = listInJson(json, coordinateKey, `${grid.name} for ${label}`);
  if (positions.length !== values.length)
    throw new OutputError(
      `${label} has ${values.length} values, but ${coordinateKey} has ${positions.length}.`,
    );
  return ontoGrid(positions, values, grid, label);
}
