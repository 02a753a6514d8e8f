/** The number of constants in a program: the sizes of its files follow from it, and the cost of reading them. */
import type { Instruction, Program } from "./program.ts";

/** The constants of all instructions. */
export const countNumbers = ({ instructions }: Program): number =>
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
