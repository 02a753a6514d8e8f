/** How many numbers a program holds: what its files' sizes follow from, and what reading them costs. */
import type { Instruction, Program } from "./program.ts";

/** Formats that write number by number hold more than any simulator reads in a reasonable time above this. */
const MAX_SCALAR_NUMBERS = 10_000;

/** The constants of all instructions. */
export const numbersOf = ({ instructions }: Program): number =>
  instructions.reduce((sum, instruction) => sum + numbersIn(instruction), 0);

/** Whether a circuit simulator takes the program as it is: it is small, and has no roots of distances, at which Newton's method fails. */
export const suitsCircuits = (program: Program): boolean =>
  numbersOf(program) <= MAX_SCALAR_NUMBERS &&
  program.instructions.every(({ kind }) => kind !== "squared-distances");

function numbersIn(instruction: Instruction): number {
  switch (instruction.kind) {
    case "constant":
      return instruction.values.length;
    case "product":
      return instruction.matrix.length;
    case "squared-distances":
      return instruction.rows.length;
    default:
      return 0;
  }
}
