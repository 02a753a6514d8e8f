/** How long a program is for a language without arrays, a line for every number that is computed. */
import type { Instruction } from "../program.ts";

/**
 * The emulator's own equations stand in a circuit without being asked for where they are at most so long. Longer ones take
 * simulators more time at every step than a network does.
 */
export const MAX_SHORT_TERMS = 5_000;

/** What a compiler of Verilog-A reads at the most: adms turns 11,000 terms into C in 1 s, 28,000 in 7 s and 61,000 in 43 s. */
export const MAX_OWN_TERMS = 30_000;

/** Numbers that a program combines at a point, without expanding it: what its text in a language without arrays is as long as. */
export function termsOf(instructions: readonly Instruction[]): number {
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
