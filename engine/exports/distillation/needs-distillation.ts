/** Whether an emulator is exported as it is, or as networks that are fitted to it. */
import type { ExportedModel } from "../exported-model.ts";
import type { Instruction } from "../program.ts";

/** Terms beyond which a circuit simulator is slow: adms turns 11,000 into C in 1 s, 28,000 in 7 s and 61,000 in 43 s. */
const MAX_TERMS = 5000;

/**
 * Where a circuit simulator reads the model, a line for every number that is computed: programs that are long, that take roots of
 * distances, at which Newton's method fails, or that have a curve as all its values.
 */
export const needsDistillation = ({ program: { instructions }, outputs }: ExportedModel): boolean =>
  outputs.some(({ curve }) => curve?.input === null) ||
  instructions.some(({ kind }) => kind === "squared-distances") ||
  termsOf(instructions) > MAX_TERMS;

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
