/** The length of a program in a language without arrays, which has a line for every number that is computed. */
import type { Instruction } from "../program.ts";

/** Numbers that a program combines at a point, without expanding it: what its text in a language without arrays is as long as. */
export function countTerms(instructions: readonly Instruction[]): number {
  return instructions.reduce((sum, instruction) => sum + ownTerms(instruction), 0);
}

function ownTerms(instruction: Instruction): number {
  switch (instruction.kind) {
    case "product":
      return instruction.matrix.length;
    case "squared-distances":
      return instruction.rows.length;
    case "inputs":
    case "constant":
    case "pick":
    case "join":
      return 0;
    default:
      return instruction.columns;
  }
}
