/** An uploaded curve: a CSV file of two columns, coordinate and value; a header row is optional. */
import type { Curve } from "../expressions/values.ts";
import { readNumber } from "../outputs/number.ts";
import { OutputError } from "../outputs/output-error.ts";
import { readTable } from "../outputs/table.ts";

/** @returns a curve without a coordinate of the spec, or a sentence about what is wrong with the file */
export function readCurveFile(text: string, file = "The file"): Curve | { readonly problem: string } {
  try {
    return readCurve(text.replace(/^\uFEFF/, ""), file);
  } catch (error) {
    if (error instanceof OutputError) return { problem: error.message };
    throw error;
  }
}

/** @throws OutputError */
function readCurve(text: string, file: string): Curve {
  const table = readTable(withHeader(text), file);
  if (table.names.length !== 2)
    throw new OutputError(
      `${file} has ${table.names.length} columns; expected two, the coordinate and the value.`,
    );
  const columns = table.columns(new Set([0, 1]));
  const [x, y] = [columns.get(0), columns.get(1)];
  const problem = x?.firstProblem ?? y?.firstProblem;
  if (problem !== undefined && problem !== null) throw new OutputError(`${file}, ${problem}.`);
  const points = Array.from(x?.values ?? [], (position, i) => [position, y?.values[i] ?? 0] as const);
  points.sort(([a], [b]) => a - b);
  if (points.length < 2) throw new OutputError(`${file} has one row; a curve needs two or more.`);
  const twice = points.find(([position], i) => position === points[i + 1]?.[0]);
  if (twice !== undefined) throw new OutputError(`${file} has two values for ${twice[0]}.`);
  return {
    x: Float64Array.from(points, ([position]) => position),
    y: Float64Array.from(points, ([, value]) => value),
    coordinate: null,
    isLog: false,
  };
}

function withHeader(text: string): string {
  const first = /\S[^\n]*/.exec(text)?.[0] ?? "";
  const separator = [",", ";", "\t"].find((candidate) => first.includes(candidate)) ?? " ";
  const cells = first
    .trim()
    .split(separator)
    .map((cell) => readNumber(cell.trim()));
  return cells.length > 0 && cells.every((value) => !Number.isNaN(value))
    ? `${cells.map((_, i) => `column${i + 1}`).join(separator)}\n${text}`
    : text;
}
