/** The instructions of a program as statements over arrays of points x columns; a constant has one row. */
import { assertNever } from "@understudy/shared/assert-never.ts";
import type { BinaryName, Instruction, UnaryName, Value } from "../../program.ts";
import type { Schedule, Step } from "../../schedule.ts";
import type { Constants } from "./constants.ts";
import { octaveNumber } from "./text.ts";

/** The logarithm and the root of a negative number would be complex. */
const UNARY: Record<UnaryName, (of: string) => string> = {
  exp: (of) => `exp(${of})`,
  log: (of) => `logarithmOf(${of})`,
  sqrt: (of) => `rootOf(${of})`,
  tanh: (of) => `tanh(${of})`,
  abs: (of) => `abs(${of})`,
  negate: (of) => `-${of}`,
};
const BINARY: Record<BinaryName, (left: string, right: string) => string> = {
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

export function codeOf({ means, bounds, instructions }: Schedule, constants: Constants): OctaveCode {
  const defined = new Set<Value>();
  const nameOf = (value: Value): string => {
    const own = instructions[value];
    if (own.kind === "inputs") return "x";
    if (own.kind !== "constant") return `v${value}`;
    if (own.columns === 1) {
      const text = octaveNumber(own.values[0]);
      return text.startsWith("-") ? `(${text})` : text;
    }
    if (!defined.has(value)) constants.define(`v${value}`, own.values, (numbers) => `${numbers}.'`);
    defined.add(value);
    return `c.v${value}`;
  };
  /** As columns: what is stored row by row is read column by column. */
  const matrix = (value: Value, values: Float64Array, width: number, count: number): string =>
    constants.define(`m${value}`, values, (numbers) => `reshape(${numbers}, ${width}, ${count})`);

  function expressionOf(value: Value, instruction: Exclude<Instruction, { kind: "inputs" | "constant" }>) {
    switch (instruction.kind) {
      case "unary":
        return UNARY[instruction.name](nameOf(instruction.of));
      case "binary":
        return BINARY[instruction.name](nameOf(instruction.left), nameOf(instruction.right));
      case "select": {
        const { condition, chosen, otherwise } = instruction;
        return `choiceOf(${[condition, chosen, otherwise].map(nameOf).join(", ")})`;
      }
      case "product": {
        const { of, columns, isPacked } = instruction;
        const width = instructions[of].columns;
        const own = isPacked
          ? constants.define(`m${value}`, instruction.matrix, (numbers) => `triangleOf(${numbers}, ${width})`)
          : matrix(value, instruction.matrix, width, columns);
        return `${nameOf(of)} * ${own}`;
      }
      case "squared-distances": {
        const { of, columns, rows } = instruction;
        return `squaredDistances(${nameOf(of)}, ${matrix(value, rows, instructions[of].columns, columns)})`;
      }
      case "reduce":
        return `${instruction.name === "sum" ? "sum" : "leastOf"}(${nameOf(instruction.of)}, 2)`;
      case "pick":
        return `columnsOf(${nameOf(instruction.of)}, ${indexOf(value, instruction.indices, constants)})`;
      case "join":
        return `joined(size(x, 1), {${instruction.of.map(nameOf).join(", ")}})`;
      default:
        return assertNever(instruction);
    }
  }

  function linesOf({ value, instruction, stores, frees }: Step): string[] {
    const lines: string[] = [];
    if (instruction.kind !== "inputs" && instruction.kind !== "constant")
      lines.push(`${nameOf(value)} = ${expressionOf(value, instruction)};`);
    for (const { output, part } of stores)
      lines.push(`${part}{${output + 1}} = joined(size(x, 1), {${nameOf(value)}});`);
    if (frees.length > 0) lines.push(`clear ${frees.map(nameOf).join(" ")}`);
    return lines;
  }

  return { means: means.flatMap(linesOf), bounds: bounds.flatMap(linesOf) };
}

/** Neighbours as a range. */
function indexOf(value: Value, indices: Int32Array, constants: Constants): string {
  const [first] = indices;
  if (indices.every((index, k) => index === first + k))
    return indices.length === 1 ? String(first + 1) : `${first + 1}:${first + indices.length}`;
  const oneBased = Float64Array.from(indices, (index) => index + 1);
  return constants.define(`p${value}`, oneBased, (numbers) => numbers);
}
