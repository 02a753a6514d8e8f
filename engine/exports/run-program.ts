/** Runs a program point by point: what the exported files are compared with, and what their formats mean. */
import type { BinaryName, Instruction, Program, UnaryName, Value } from "./program.ts";

/** Of one output at some points, count x size; the bounds are null in a program without them. */
export interface ProgramOutput {
  mean: Float64Array;
  lower: Float64Array | null;
  upper: Float64Array | null;
}

/**
 * The order in which sums add: backward ones tell how much of a value is rounding, which every language and processor has
 * another of.
 */
export type SumOrder = "forward" | "backward";

/** @param points count x inputs, row-major; a category is the index of its level. */
export function runProgram(
  program: Program,
  points: Float64Array,
  count: number,
  order: SumOrder = "forward",
): ProgramOutput[] {
  const { instructions, results } = program;
  const width = count === 0 ? 0 : points.length / count;
  const columnsOf = (value: Value): number => instructions[value]?.columns ?? 0;
  const blank = (value: Value) => new Float64Array(count * columnsOf(value));
  const outputs = results.map(({ mean, lower, upper }) => ({
    mean: blank(mean),
    lower: lower === null ? null : blank(lower),
    upper: upper === null ? null : blank(upper),
  }));
  for (let i = 0; i < count; i++) {
    const rows = runAt(instructions, points.subarray(i * width, (i + 1) * width), order);
    const copy = (value: Value | null, into: Float64Array | null): void => {
      const row = value === null ? undefined : rows[value];
      if (row !== undefined) into?.set(row, i * row.length);
    };
    results.forEach((result, at) => {
      const own = outputs[at];
      copy(result.mean, own?.mean ?? null);
      copy(result.lower, own?.lower ?? null);
      copy(result.upper, own?.upper ?? null);
    });
  }
  return outputs;
}

/** The row of every value. */
function runAt(instructions: readonly Instruction[], point: Float64Array, order: SumOrder): Float64Array[] {
  const rows: Float64Array[] = [];
  const rowOf = (value: Value): Float64Array => rows[value] ?? new Float64Array(0);
  for (const instruction of instructions) rows.push(evaluate(instruction, rowOf, point, order));
  return rows;
}

export const UNARY: Record<UnaryName, (value: number) => number> = {
  exp: Math.exp,
  log: Math.log,
  sqrt: Math.sqrt,
  tanh: Math.tanh,
  abs: Math.abs,
  negate: (value) => -value,
};

export const BINARY: Record<BinaryName, (left: number, right: number) => number> = {
  add: (left, right) => left + right,
  subtract: (left, right) => left - right,
  multiply: (left, right) => left * right,
  divide: (left, right) => left / right,
  minimum: (left, right) => Math.min(left, right),
  maximum: (left, right) => Math.max(left, right),
  less: (left, right) => (left < right ? 1 : 0),
  equal: (left, right) => (left === right ? 1 : 0),
};

function evaluate(
  instruction: Instruction,
  rowOf: (value: Value) => Float64Array,
  point: Float64Array,
  order: SumOrder,
): Float64Array {
  const { columns } = instruction;
  const summed = (count: number, term: (at: number) => number): number => {
    let sum = 0;
    if (order === "forward") for (let at = 0; at < count; at++) sum += term(at);
    else for (let at = count - 1; at >= 0; at--) sum += term(at);
    return sum;
  };
  const filled = (at: (column: number) => number) => Float64Array.from({ length: columns }, (_, k) => at(k));
  switch (instruction.kind) {
    case "inputs":
      return point;
    case "constant":
      return instruction.values;
    case "unary":
      return rowOf(instruction.of).map(UNARY[instruction.name]);
    case "binary": {
      const [left, right] = [columnOf(rowOf(instruction.left)), columnOf(rowOf(instruction.right))];
      const apply = BINARY[instruction.name];
      return filled((k) => apply(left(k), right(k)));
    }
    case "select": {
      const condition = columnOf(rowOf(instruction.condition));
      const [chosen, otherwise] = [
        columnOf(rowOf(instruction.chosen)),
        columnOf(rowOf(instruction.otherwise)),
      ];
      return filled((k) => (condition(k) !== 0 ? chosen(k) : otherwise(k)));
    }
    case "product": {
      const { matrix, isPacked } = instruction;
      const row = rowOf(instruction.of);
      return filled((k) => {
        const from = isPacked ? (k * (k + 1)) / 2 : k * row.length;
        const length = isPacked ? k + 1 : row.length;
        return summed(length, (j) => matrix[from + j] * row[j]);
      });
    }
    case "squared-distances": {
      const row = rowOf(instruction.of);
      const { rows } = instruction;
      return filled((k) => summed(row.length, (j) => (row[j] - rows[k * row.length + j]) ** 2));
    }
    case "reduce": {
      const row = rowOf(instruction.of);
      if (instruction.name === "minimum") return Float64Array.of(row.reduce(BINARY.minimum));
      return Float64Array.of(summed(row.length, (j) => row[j]));
    }
    case "pick": {
      const row = rowOf(instruction.of);
      return filled((k) => row[instruction.indices[k]]);
    }
    case "join": {
      const joined = new Float64Array(columns);
      let at = 0;
      for (const value of instruction.of) {
        joined.set(rowOf(value), at);
        at += rowOf(value).length;
      }
      return joined;
    }
  }
}

/** A row of one column counts for all of another's. */
const columnOf =
  (row: Float64Array) =>
  (column: number): number =>
    row[row.length === 1 ? 0 : column];
