/** The instructions of a program as statements over arrays of points x columns. */
import { assertNever } from "@understudy/shared/assert-never.ts";
import type { BinaryName, Instruction, UnaryName, Value } from "../../program.ts";
import type { Schedule, Step } from "../../schedule.ts";
import { wrapped } from "../../user-text.ts";
import type { Constants } from "./constants.ts";
import { pythonNumber } from "./text.ts";

const UNARY: Record<UnaryName, string> = {
  exp: "np.exp",
  log: "np.log",
  sqrt: "np.sqrt",
  tanh: "np.tanh",
  abs: "np.abs",
  negate: "np.negative",
};
const BINARY: Record<BinaryName, (left: string, right: string) => string> = {
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

export function codeOf({ means, bounds, instructions }: Schedule, constants: Constants): PythonCode {
  const definitions: string[] = [];
  /** Constants that are read as arrays. */
  const defined = new Set<Value>();
  const define = (name: string, expression: string): string => {
    definitions.push(`${name} = ${expression}`);
    return name;
  };
  const nameOf = (value: Value): string => {
    const own = instructions[value];
    if (own.kind !== "constant") return own.kind === "inputs" ? "x" : `v${value}`;
    const name = `_c${value}`;
    if (!defined.has(value)) define(name, constants.add(own.values));
    defined.add(value);
    return name;
  };
  /** A constant of one column beside an array is a plain number. */
  const operands = (values: readonly Value[]): string[] => {
    const hasArray = values.some((value) => instructions[value].kind !== "constant");
    return values.map((value) => {
      const own = instructions[value];
      if (!hasArray || own.kind !== "constant" || own.columns !== 1) return nameOf(value);
      const text = pythonNumber(own.values[0]);
      return text.startsWith("-") ? `(${text})` : text;
    });
  };

  function expressionOf(value: Value, instruction: Computed): string {
    switch (instruction.kind) {
      case "unary":
        return `${UNARY[instruction.name]}(${nameOf(instruction.of)})`;
      case "binary": {
        const [left, right] = operands([instruction.left, instruction.right]);
        return BINARY[instruction.name](left, right);
      }
      case "select": {
        const { condition, chosen, otherwise } = instruction;
        const [a, b] = operands([chosen, otherwise]);
        return `np.where(${nameOf(condition)} != 0, ${a}, ${b})`;
      }
      case "product": {
        const { matrix, isPacked, columns, of } = instruction;
        const numbers = constants.add(matrix);
        const width = instructions[of].columns;
        const name = isPacked
          ? define(`_m${value}`, `_lower_triangle(${numbers}, ${width}).T`)
          : define(`_m${value}`, `${numbers}.reshape(${columns}, ${width}).T`);
        return `${nameOf(of)} @ ${name}`;
      }
      case "squared-distances": {
        const { rows, columns, of } = instruction;
        const shape = `reshape(${columns}, ${instructions[of].columns})`;
        return `_squared_distances(${nameOf(of)}, ${define(`_m${value}`, `${constants.add(rows)}.${shape}`)})`;
      }
      case "reduce":
        return `${nameOf(instruction.of)}.${instruction.name === "sum" ? "sum" : "min"}(axis=-1, keepdims=True)`;
      case "pick":
        return `${nameOf(instruction.of)}[..., ${indexOf(instruction.indices, (list) => define(`_i${value}`, list))}]`;
      case "join":
        return `_join(len(x), ${instruction.of.map(nameOf).join(", ")})`;
      default:
        return assertNever(instruction);
    }
  }

  function linesOf({ value, instruction, stores, frees }: Step): string[] {
    const lines: string[] = [];
    if (instruction.kind !== "inputs" && instruction.kind !== "constant") {
      lines.push(`${nameOf(value)} = ${expressionOf(value, instruction)}`);
    }
    for (const { output, part } of stores) {
      const store = `${part}[${output}][...] = ${nameOf(value)}`;
      lines.push(part === "mean" ? store : `if ${part} is not None: ${store}`);
    }
    if (frees.length > 0) lines.push(`del ${frees.map(nameOf).join(", ")}`);
    return lines;
  }

  return { means: means.flatMap(linesOf), bounds: bounds.flatMap(linesOf), definitions };
}

/** Neighbours as a slice, which copies nothing. */
function indexOf(indices: Int32Array, define: (list: string) => string): string {
  const [first] = indices;
  if (indices.every((index, k) => index === first + k)) return `${first}:${first + indices.length}`;
  return define(`np.array([\n${wrapped(Array.from(indices, String), "    ")}\n])`);
}
