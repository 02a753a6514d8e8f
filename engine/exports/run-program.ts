/** Runs a program point by point: what the exported files are compared with, and what their formats mean. */
import type { BinaryName, Instruction, Program, UnaryName, Value } from "./program.ts";

/** The values of one output at some points, count x size; the bounds are null in a program without them. */
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
  const countColumns = (value: Value): number => instructions[value]?.columns ?? 0;
  const blank = (value: Value) => new Float64Array(count * countColumns(value));
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
      const output = outputs[at];
      copy(result.mean, output?.mean ?? null);
      copy(result.lower, output?.lower ?? null);
      copy(result.upper, output?.upper ?? null);
    });
  }
  return outputs;
}

/** The row of every value. */
function runAt(instructions: readonly Instruction[], point: Float64Array, order: SumOrder): Float64Array[] {
  const rows: Float64Array[] = [];
  const readRow = (value: Value): Float64Array => rows[value] ?? new Float64Array(0);
  for (const instruction of instructions) rows.push(evaluate(instruction, readRow, point, order));
  return rows;
}

export const UNARY_FUNCTIONS: Record<UnaryName, (value: number) => number> = {
  exp: Math.exp,
  log: Math.log,
  sqrt: Math.sqrt,
  tanh: Math.tanh,
  abs: Math.abs,
  negate: (value) => -value,
};

export const BINARY_FUNCTIONS: Record<BinaryName, (left: number, right: number) => number> = {
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
  switch (instruction.kind) {
    case "inputs":
      return point;
    case "constant":
      return instruction.values;
    case "unary":
      return rowOf(instruction.of).map(UNARY_FUNCTIONS[instruction.name]);
    case "binary":
      return combined(
        BINARY_FUNCTIONS[instruction.name],
        rowOf(instruction.left),
        rowOf(instruction.right),
        columns,
      );
    case "select": {
      const [condition, chosen, otherwise] = [
        readColumn(rowOf(instruction.condition)),
        readColumn(rowOf(instruction.chosen)),
        readColumn(rowOf(instruction.otherwise)),
      ];
      return Float64Array.from({ length: columns }, (_, k) =>
        condition(k) !== 0 ? chosen(k) : otherwise(k),
      );
    }
    case "product": {
      const { matrix, isPacked } = instruction;
      const row = rowOf(instruction.of);
      const values = new Float64Array(columns);
      for (let k = 0; k < columns; k++)
        values[k] = isPacked
          ? dotProduct(matrix, (k * (k + 1)) / 2, row, k + 1, order)
          : dotProduct(matrix, k * row.length, row, row.length, order);
      return values;
    }
    case "squared-distances": {
      const row = rowOf(instruction.of);
      const values = new Float64Array(columns);
      for (let k = 0; k < columns; k++)
        values[k] = squaredDistance(instruction.rows, k * row.length, row, order);
      return values;
    }
    case "reduce": {
      const row = rowOf(instruction.of);
      if (instruction.name === "minimum") return Float64Array.of(row.reduce(BINARY_FUNCTIONS.minimum));
      return Float64Array.of((order === "forward" ? row : row.toReversed()).reduce(BINARY_FUNCTIONS.add, 0));
    }
    case "pick": {
      const row = rowOf(instruction.of);
      return Float64Array.from(instruction.indices, (index) => row[index]);
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

/** Column by column; a row of one column counts for all of another's. */
function combined(
  apply: (left: number, right: number) => number,
  left: Float64Array,
  right: Float64Array,
  columns: number,
): Float64Array {
  const values = new Float64Array(columns);
  const [leftStep, rightStep] = [left.length === 1 ? 0 : 1, right.length === 1 ? 0 : 1];
  for (let k = 0; k < columns; k++) values[k] = apply(left[k * leftStep], right[k * rightStep]);
  return values;
}

/** Multiplies a part of the matrix with the first columns of the row. */
function dotProduct(
  matrix: Float64Array,
  from: number,
  row: Float64Array,
  length: number,
  order: SumOrder,
): number {
  let sum = 0;
  if (order === "forward") for (let j = 0; j < length; j++) sum += matrix[from + j] * row[j];
  else for (let j = length - 1; j >= 0; j--) sum += matrix[from + j] * row[j];
  return sum;
}

function squaredDistance(rows: Float64Array, from: number, row: Float64Array, order: SumOrder): number {
  let sum = 0;
  if (order === "forward") for (let j = 0; j < row.length; j++) sum += (row[j] - rows[from + j]) ** 2;
  else for (let j = row.length - 1; j >= 0; j--) sum += (row[j] - rows[from + j]) ** 2;
  return sum;
}

/** A row of one column counts for all of another's. */
const readColumn =
  (row: Float64Array) =>
  (column: number): number =>
    row[row.length === 1 ? 0 : column];
