/** A program as assignments to single numbers, for languages without arrays: Verilog-A and SPICE. */
import { type Program, pruned, type Value } from "./program.ts";
import {
  type Assignment,
  listVariables,
  movedOperand,
  type Operand,
  withVariables,
} from "./scalar-assignment.ts";
import { Expansion } from "./scalar-expansion.ts";

export interface ScalarResult {
  mean: readonly Operand[];
  /** Null in a program without bounds. */
  lower: readonly Operand[] | null;
  upper: readonly Operand[] | null;
}

export interface ScalarProgram {
  inputs: number;
  assignments: readonly Assignment[];
  /** One an output, of as many operands as it has values. */
  results: readonly ScalarResult[];
}

/** The program with everything computed that is the same at every point, and no assignment that no result needs. */
export function toScalarProgram(program: Program, inputs: number): ScalarProgram {
  const expansion = new Expansion(inputs);
  const { instructions, results } = pruned(program);
  for (const instruction of instructions) expansion.expand(instruction);
  const readRow = (value: Value): readonly Operand[] => expansion.rowOf(value);
  const rowOrNull = (value: Value | null) => (value === null ? null : readRow(value));
  return withoutUnused({
    inputs,
    assignments: expansion.assignments,
    results: results.map(({ mean, lower, upper }) => ({
      mean: readRow(mean),
      lower: rowOrNull(lower),
      upper: rowOrNull(upper),
    })),
  });
}

function withoutUnused(program: ScalarProgram): ScalarProgram {
  const { inputs, assignments, results } = program;
  const used = new Uint8Array(inputs + assignments.length);
  for (const { mean, lower, upper } of results)
    for (const operand of [...mean, ...(lower ?? []), ...(upper ?? [])])
      if (operand.kind === "variable") used[operand.index] = 1;
  for (let index = used.length - 1; index >= inputs; index--) {
    const assignment = assignments[index - inputs];
    if (used[index] === 1 && assignment !== undefined)
      for (const variable of listVariables(assignment)) used[variable] = 1;
  }
  const newPlaces = new Int32Array(used.length);
  let next = inputs;
  for (let index = 0; index < used.length; index++)
    newPlaces[index] = index < inputs ? index : used[index] === 1 ? next++ : -1;
  const newPlace = (variable: number): number => newPlaces[variable];
  const moved = (operands: readonly Operand[]) => operands.map((operand) => movedOperand(operand, newPlace));
  return {
    inputs,
    assignments: assignments
      .filter((_, at) => used[inputs + at] === 1)
      .map((assignment) => withVariables(assignment, newPlace)),
    results: results.map(({ mean, lower, upper }) => ({
      mean: moved(mean),
      lower: lower && moved(lower),
      upper: upper && moved(upper),
    })),
  };
}
