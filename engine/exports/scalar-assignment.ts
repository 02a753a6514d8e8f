/** The assignments of a scalar program. */
import type { BinaryName, UnaryName } from "./program.ts";

/** A known number, or a variable by its index: the inputs come first, then one an assignment. */
export type Operand = { kind: "number"; value: number } | { kind: "variable"; index: number };

export type Assignment =
  | { kind: "unary"; name: UnaryName; of: Operand }
  | { kind: "binary"; name: BinaryName; left: Operand; right: Operand }
  | { kind: "select"; condition: Operand; chosen: Operand; otherwise: Operand }
  | { kind: "linear"; constant: number; terms: readonly LinearTerm[] }
  | { kind: "squared-distance"; terms: readonly { variable: number; to: number }[]; constant: number }
  | { kind: "minimum"; of: readonly Operand[] };

export interface LinearTerm {
  coefficient: number;
  variable: number;
}

/** The variables that an assignment reads. */
export function listVariables(assignment: Assignment): readonly number[] {
  const among = (operands: readonly Operand[]) =>
    operands.flatMap((operand) => (operand.kind === "variable" ? [operand.index] : []));
  switch (assignment.kind) {
    case "unary":
      return among([assignment.of]);
    case "binary":
      return among([assignment.left, assignment.right]);
    case "select":
      return among([assignment.condition, assignment.chosen, assignment.otherwise]);
    case "minimum":
      return among(assignment.of);
    default:
      return assignment.terms.map(({ variable }) => variable);
  }
}

export const movedOperand = (operand: Operand, placeOf: (variable: number) => number): Operand =>
  operand.kind === "number" ? operand : { kind: "variable", index: placeOf(operand.index) };

/** The same assignment that reads other variables. */
export function withVariables(assignment: Assignment, placeOf: (variable: number) => number): Assignment {
  const moved = (operand: Operand): Operand => movedOperand(operand, placeOf);
  const among = <T extends { variable: number }>(terms: readonly T[]): T[] =>
    terms.map((term) => ({ ...term, variable: placeOf(term.variable) }));
  switch (assignment.kind) {
    case "unary":
      return { ...assignment, of: moved(assignment.of) };
    case "binary":
      return { ...assignment, left: moved(assignment.left), right: moved(assignment.right) };
    case "select": {
      const { condition, chosen, otherwise } = assignment;
      return {
        ...assignment,
        condition: moved(condition),
        chosen: moved(chosen),
        otherwise: moved(otherwise),
      };
    }
    case "minimum":
      return { ...assignment, of: assignment.of.map(moved) };
    case "linear":
      return { ...assignment, terms: among(assignment.terms) };
    case "squared-distance":
      return { ...assignment, terms: among(assignment.terms) };
  }
}
