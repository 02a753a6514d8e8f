/** How many numbers a program holds: what its files' sizes follow from, and what reading them costs. */
import type { Instruction, Program } from "./program.ts";

/** The constants of all instructions. */
export const numbersOf = ({ instructions }: Program): number =>
  instructions.reduce((sum, instruction) => sum + numbersIn(instruction), 0);

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
