/** The instructions of one program among those of another. */
import { assertNever } from "@understudy/shared/assert-never.ts";
import type { Instruction, Program, ProgramBuilder, Value } from "../program.ts";

/**
 * Adds the instructions of a program to those of `b`.
 * @param inputs what the program reads as its inputs
 * @param rootOf the square root of a value; `isDistance` where it is a distance between points
 * @returns the value that stands for each instruction, by its index
 */
export function copyProgram(
  b: ProgramBuilder,
  { instructions }: Pick<Program, "instructions">,
  inputs: Value,
  rootOf: (of: Value, isDistance: boolean) => Value = b.sqrt,
): Value[] {
  const values: Value[] = [];
  const distances = findDistances(instructions);
  const at = (value: Value): Value => values[value];
  const copied = (instruction: Instruction): Value => {
    switch (instruction.kind) {
      case "inputs":
        return inputs;
      case "constant":
        return b.constant(instruction.values);
      case "unary": {
        const of = at(instruction.of);
        return instruction.name === "sqrt"
          ? rootOf(of, distances.has(instruction.of))
          : b[instruction.name](of);
      }
      case "binary":
        return b[instruction.name](at(instruction.left), at(instruction.right));
      case "select":
        return b.select(at(instruction.condition), at(instruction.chosen), at(instruction.otherwise));
      case "product":
        return b.product(instruction.matrix, at(instruction.of), instruction.isPacked);
      case "squared-distances":
        return b.squaredDistances(at(instruction.of), instruction.rows);
      case "reduce":
        return instruction.name === "sum" ? b.sum(at(instruction.of)) : b.least(at(instruction.of));
      case "pick":
        return b.pick(at(instruction.of), instruction.indices);
      case "join":
        return b.join(instruction.of.map(at));
      default:
        return assertNever(instruction);
    }
  };
  for (const instruction of instructions) values.push(copied(instruction));
  return values;
}

/** The values that are squared distances, or sums and multiples of them. */
function findDistances(instructions: readonly Instruction[]): ReadonlySet<Value> {
  const distances = new Set<Value>();
  instructions.forEach((instruction, value) => {
    const isDistance =
      instruction.kind === "squared-distances" ||
      (instruction.kind === "binary" &&
        [instruction.left, instruction.right].some((operand) => distances.has(operand))) ||
      ((instruction.kind === "pick" || instruction.kind === "reduce") && distances.has(instruction.of)) ||
      (instruction.kind === "join" && instruction.of.some((operand) => distances.has(operand)));
    if (isDistance) distances.add(value);
  });
  return distances;
}
