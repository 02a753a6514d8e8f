/** Whether an emulator is exported as it is, or as networks that are fitted to it. */
import type { ExportedModel } from "../exported-model.ts";
import type { Instruction } from "../program.ts";

/** Formats that circuit simulators read: a line for every number that is computed. */
const CIRCUIT_FORMATS: ReadonlySet<string> = new Set(["verilog-a", "spice"]);
/** Terms beyond which a circuit simulator is slow: adms turns 11,000 into C in 1 s, 28,000 in 7 s and 61,000 in 43 s. */
const MAX_TERMS = 5000;

/** @param curves what is asked of curves: their value at a coordinate, which becomes an input, or all their values. */
export function needsDistillation(
  { program, outputs }: ExportedModel,
  format: string,
  curves: "coordinate" | "values" = "values",
): boolean {
  if (!CIRCUIT_FORMATS.has(format)) return false;
  const asksForInput = curves === "coordinate" && outputs.some(({ curve }) => curve?.input === null);
  return asksForInput || termsOf(program.instructions) > MAX_TERMS;
}

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
