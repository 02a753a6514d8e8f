/** The instructions of a program as statements over arrays of points x columns; a constant has one row. */
import { assertNever } from "@understudy/shared/assert-never.ts";
import type { BinaryName, Instruction, UnaryName, Value } from "../../program.ts";
import type { Schedule, Step } from "../../schedule.ts";
import type { Constants } from "./constants.ts";
import { octaveNumber } from "./text.ts";

/** The logarithm and the root of a negative number would be complex. */
const UNARY_EXPRESSIONS: Record<UnaryName, (of: string) => string> = {
  exp: (of) => `exp(${of})`,
  log: (of) => `logarithmOf(${of})`,
  sqrt: (of) => `rootOf(${of})`,
  tanh: (of) => `tanh(${of})`,
  abs: (of) => `abs(${of})`,
  negate: (of) => `-${of}`,
};
const BINARY_EXPRESSIONS: Record<BinaryName, (left: string, right: string) => string> = {
  add: (left, right) => `${left} + ${right}`,
  subtract: (left, right) => `${left} - ${right}`,
  multiply: (left, right) => `${left} .* ${right}`,
  divide: (left, right) => `${left} ./ ${right}`,
  minimum: (left, right) => `lesserOf(${left}, ${right})`,
  maximum: (left, right) => `greaterOf(${left}, ${right})`,
  less: (left, right) => `double(${left} < ${right})`,
  equal: (left, right) => `double(${left} == ${right})`,
};

export interface OctaveCode {
  means: string[];
  bounds: string[];
}

export function writeCode({ means, bounds, instructions }: Schedule, constants: Constants): OctaveCode {
  const defined = new Set<Value>();
  const writeName = (value: Value): string => {
    const instruction = instructions[value];
    if (instruction.kind === "inputs") return "x";
    if (instruction.kind !== "constant") return `v${value}`;
    if (instruction.columns === 1) {
      const text = octaveNumber(instruction.values[0]);
      return text.startsWith("-") ? `(${text})` : text;
    }
    if (!defined.has(value)) constants.define(`v${value}`, instruction.values, (numbers) => `${numbers}.'`);
    defined.add(value);
    return `c.v${value}`;
  };
  /** As columns: what is stored row by row is read column by column. */
  const matrix = (value: Value, values: Float64Array, width: number, count: number): string =>
    constants.define(`m${value}`, values, (numbers) => `reshape(${numbers}, ${width}, ${count})`);

  function writeExpression(value: Value, instruction: Exclude<Instruction, { kind: "inputs" | "constant" }>) {
    switch (instruction.kind) {
      case "unary":
        return UNARY_EXPRESSIONS[instruction.name](writeName(instruction.of));
      case "binary":
        return BINARY_EXPRESSIONS[instruction.name](
          writeName(instruction.left),
          writeName(instruction.right),
        );
      case "select": {
        const { condition, chosen, otherwise } = instruction;
        return `choiceOf(${[condition, chosen, otherwise].map(writeName).join(", ")})`;
      }
      case "product": {
        const { of, columns, isPacked } = instruction;
        const width = instructions[of].columns;
        const matrixName = isPacked
          ? constants.define(`m${value}`, instruction.matrix, (numbers) => `triangleOf(${numbers}, ${width})`)
          : matrix(value, instruction.matrix, width, columns);
        return `${writeName(of)} * ${matrixName}`;
      }
      case "squared-distances": {
        const { of, columns, rows } = instruction;
        return `squaredDistances(${writeName(of)}, ${matrix(value, rows, instructions[of].columns, columns)})`;
      }
      case "reduce":
        return `${instruction.name === "sum" ? "sum" : "leastOf"}(${writeName(instruction.of)}, 2)`;
      case "pick":
        return `columnsOf(${writeName(instruction.of)}, ${writeIndex(value, instruction.indices, constants)})`;
      case "join":
        return `joined(size(x, 1), {${instruction.of.map(writeName).join(", ")}})`;
      default:
        return assertNever(instruction);
    }
  }

  function writeLines({ value, instruction, stores, frees }: Step): string[] {
    const lines: string[] = [];
    if (instruction.kind !== "inputs" && instruction.kind !== "constant")
      lines.push(`${writeName(value)} = ${writeExpression(value, instruction)};`);
    for (const { output, part } of stores)
      lines.push(`${part}{${output + 1}} = joined(size(x, 1), {${writeName(value)}});`);
    if (frees.length > 0) lines.push(`clear ${frees.map(writeName).join(" ")}`);
    return lines;
  }

  return { means: means.flatMap(writeLines), bounds: bounds.flatMap(writeLines) };
}

/** Neighbours as a range. */
function writeIndex(value: Value, indices: Int32Array, constants: Constants): string {
  const [first] = indices;
  if (indices.every((index, k) => index === first + k))
    return indices.length === 1 ? String(first + 1) : `${first + 1}:${first + indices.length}`;
  const oneBased = Float64Array.from(indices, (index) => index + 1);
  return constants.define(`p${value}`, oneBased, (numbers) => numbers);
}
