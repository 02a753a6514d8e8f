/** The instructions of a program as statements over arrays of points x columns. */
import { assertNever } from "@understudy/shared/assert-never.ts";
import type { BinaryName, Instruction, UnaryName, Value } from "../../program.ts";
import type { Schedule, Step } from "../../schedule.ts";
import { wrapped } from "../../user-text.ts";
import type { Constants } from "./constants.ts";
import { pythonNumber } from "./text.ts";

const UNARY_FUNCTIONS: Record<UnaryName, string> = {
  exp: "np.exp",
  log: "np.log",
  sqrt: "np.sqrt",
  tanh: "np.tanh",
  abs: "np.abs",
  negate: "np.negative",
};
const BINARY_EXPRESSIONS: Record<BinaryName, (left: string, right: string) => string> = {
  add: (left, right) => `${left} + ${right}`,
  subtract: (left, right) => `${left} - ${right}`,
  multiply: (left, right) => `${left} * ${right}`,
  divide: (left, right) => `np.divide(${left}, ${right})`,
  minimum: (left, right) => `np.minimum(${left}, ${right})`,
  maximum: (left, right) => `np.maximum(${left}, ${right})`,
  less: (left, right) => `np.less(${left}, ${right}).astype(float)`,
  equal: (left, right) => `np.equal(${left}, ${right}).astype(float)`,
};

type Computed = Exclude<Instruction, { kind: "inputs" | "constant" }>;

export interface PythonCode {
  /** Definitions of the module: the arrays that the statements read. */
  definitions: string[];
  means: string[];
  bounds: string[];
}

export function writeCode({ means, bounds, instructions }: Schedule, constants: Constants): PythonCode {
  const definitions: string[] = [];
  /** Constants that are read as arrays. */
  const defined = new Set<Value>();
  const define = (name: string, expression: string): string => {
    definitions.push(`${name} = ${expression}`);
    return name;
  };
  const writeName = (value: Value): string => {
    const instruction = instructions[value];
    if (instruction.kind !== "constant") return instruction.kind === "inputs" ? "x" : `v${value}`;
    const name = `_c${value}`;
    if (!defined.has(value)) define(name, constants.add(instruction.values));
    defined.add(value);
    return name;
  };
  /** A constant of one column beside an array is a plain number. */
  const operands = (values: readonly Value[]): string[] => {
    const hasArray = values.some((value) => instructions[value].kind !== "constant");
    return values.map((value) => {
      const instruction = instructions[value];
      if (!hasArray || instruction.kind !== "constant" || instruction.columns !== 1) return writeName(value);
      const text = pythonNumber(instruction.values[0]);
      return text.startsWith("-") ? `(${text})` : text;
    });
  };

  function writeExpression(value: Value, instruction: Computed): string {
    switch (instruction.kind) {
      case "unary":
        return `${UNARY_FUNCTIONS[instruction.name]}(${writeName(instruction.of)})`;
      case "binary": {
        const [left, right] = operands([instruction.left, instruction.right]);
        return BINARY_EXPRESSIONS[instruction.name](left, right);
      }
      case "select": {
        const { condition, chosen, otherwise } = instruction;
        const [a, b] = operands([chosen, otherwise]);
        return `np.where(${writeName(condition)} != 0, ${a}, ${b})`;
      }
      case "product": {
        const { matrix, isPacked, columns, of } = instruction;
        const numbers = constants.add(matrix);
        const width = instructions[of].columns;
        const name = isPacked
          ? define(`_m${value}`, `_lower_triangle(${numbers}, ${width}).T`)
          : define(`_m${value}`, `${numbers}.reshape(${columns}, ${width}).T`);
        return `${writeName(of)} @ ${name}`;
      }
      case "squared-distances": {
        const { rows, columns, of } = instruction;
        const shape = `reshape(${columns}, ${instructions[of].columns})`;
        return `_squared_distances(${writeName(of)}, ${define(`_m${value}`, `${constants.add(rows)}.${shape}`)})`;
      }
      case "reduce":
        return `${writeName(instruction.of)}.${instruction.name === "sum" ? "sum" : "min"}(axis=-1, keepdims=True)`;
      case "pick":
        return `${writeName(instruction.of)}[..., ${writeIndex(instruction.indices, (list) => define(`_i${value}`, list))}]`;
      case "join":
        return `_join(len(x), ${instruction.of.map(writeName).join(", ")})`;
      default:
        return assertNever(instruction);
    }
  }

  function writeLines({ value, instruction, stores, frees }: Step): string[] {
    const lines: string[] = [];
    if (instruction.kind !== "inputs" && instruction.kind !== "constant") {
      lines.push(`${writeName(value)} = ${writeExpression(value, instruction)}`);
    }
    for (const { output, part } of stores) {
      const store = `${part}[${output}][...] = ${writeName(value)}`;
      lines.push(part === "mean" ? store : `if ${part} is not None: ${store}`);
    }
    if (frees.length > 0) lines.push(`del ${frees.map(writeName).join(", ")}`);
    return lines;
  }

  return { means: means.flatMap(writeLines), bounds: bounds.flatMap(writeLines), definitions };
}

/** Neighbours as a slice, which copies nothing. */
function writeIndex(indices: Int32Array, define: (list: string) => string): string {
  const [first] = indices;
  if (indices.every((index, k) => index === first + k)) return `${first}:${first + indices.length}`;
  return define(`np.array([\n${wrapped(Array.from(indices, String), "    ")}\n])`);
}
