/** The instructions of a program as C statements over one array of scratch memory, `s`. */
import { assertNever } from "@understudy/shared/assert-never.ts";
import {
  type BinaryName,
  type Instruction,
  listOperands,
  type UnaryName,
  type Value,
} from "../../program.ts";
import type { Schedule, Step } from "../../schedule.ts";
import { wrapped } from "../../user-text.ts";
import { HELPER_FUNCTIONS, type HelperName } from "./helpers.ts";
import type { Scratch } from "./scratch.ts";
import { cNumber } from "./text.ts";

const UNARY_EXPRESSIONS: Record<UnaryName, (of: string) => string> = {
  exp: (of) => `exp(${of})`,
  log: (of) => `log(${of})`,
  sqrt: (of) => `sqrt(${of})`,
  tanh: (of) => `hyperbolic_tangent(${of})`,
  abs: (of) => `absolute(${of})`,
  negate: (of) => `-${of}`,
};
const BINARY_EXPRESSIONS: Record<BinaryName, (left: string, right: string) => string> = {
  add: (left, right) => `${left} + ${right}`,
  subtract: (left, right) => `${left} - ${right}`,
  multiply: (left, right) => `${left} * ${right}`,
  divide: (left, right) => `${left} / ${right}`,
  minimum: (left, right) => `lesser(${left}, ${right})`,
  maximum: (left, right) => `greater(${left}, ${right})`,
  less: (left, right) => `${left} < ${right} ? 1.0 : 0.0`,
  equal: (left, right) => `${left} == ${right} ? 1.0 : 0.0`,
};

export interface CCode {
  /** The definitions of file scope: constants, then the helpers that the statements call. */
  definitions: string[];
  means: string[];
  bounds: string[];
}

/** @param offsets of every output's first value in the arrays of results. */
export function writeCode(
  { means, bounds, instructions }: Schedule,
  scratch: Scratch,
  offsets: readonly number[],
): CCode {
  const constants: string[] = [];
  const helpers = new Set<string>();
  const readAsArrays = valuesReadAsArrays([...means, ...bounds]);
  const call = (name: HelperName, ...operands: (string | number)[]): string => {
    helpers.add(name);
    return `${name}(${operands.join(", ")});`;
  };
  const define = (type: "double" | "int", name: string, items: string[]): string => {
    constants.push(`static const ${type} ${name}[${items.length}] = {\n${wrapped(items, "    ")}\n};`);
    return name;
  };
  const numbers = (name: string, values: Float64Array): string =>
    define("double", name, Array.from(values, cNumber));
  const writeArray = (value: Value): string => {
    const { kind } = instructions[value];
    if (kind === "inputs") return "x";
    return kind === "constant" ? `c${value}` : `s + ${scratch.offsets.get(value)}`;
  };
  /** One entry, where the loop counts `i`. */
  const writeEntry = (value: Value): string => {
    const instruction = instructions[value];
    if (instruction.kind === "constant" && instruction.columns === 1) {
      const text = cNumber(instruction.values[0]);
      return text.startsWith("-") ? `(${text})` : text;
    }
    if (instruction.kind === "inputs" || instruction.kind === "constant") {
      return `${writeArray(value)}[${instruction.columns === 1 ? "0" : "i"}]`;
    }
    return `s[${scratch.offsets.get(value)}${instruction.columns === 1 ? "" : " + i"}]`;
  };

  function binary(name: BinaryName, left: Value, right: Value): string {
    if (name === "minimum") helpers.add("lesser");
    if (name === "maximum") helpers.add("greater");
    return BINARY_EXPRESSIONS[name](writeEntry(left), writeEntry(right));
  }

  function writeStatements(value: Value, instruction: Instruction): string[] {
    const { columns } = instruction;
    const into = writeArray(value);
    const loop = (expression: string): string[] => {
      const statement = `${writeEntry(value)} = ${expression};`;
      return [columns === 1 ? statement : `for (i = 0; i < ${columns}; i++) ${statement}`];
    };
    switch (instruction.kind) {
      case "inputs":
        return [];
      case "constant":
        if (columns > 1 || readAsArrays.has(value)) numbers(`c${value}`, instruction.values);
        return [];
      case "unary":
        if (instruction.name === "abs") helpers.add("absolute");
        if (instruction.name === "tanh") helpers.add("hyperbolic_tangent");
        return loop(UNARY_EXPRESSIONS[instruction.name](writeEntry(instruction.of)));
      case "binary":
        return loop(binary(instruction.name, instruction.left, instruction.right));
      case "select": {
        const [condition, chosen, otherwise] = [
          instruction.condition,
          instruction.chosen,
          instruction.otherwise,
        ].map(writeEntry);
        return loop(`${condition} != 0.0 ? ${chosen} : ${otherwise}`);
      }
      case "product": {
        const { matrix, isPacked, of } = instruction;
        const [from, name] = [writeArray(of), numbers(`m${value}`, matrix)];
        if (isPacked) return [call("packed_product", into, name, from, columns)];
        return [call("product", into, name, from, columns, instructions[of].columns)];
      }
      case "squared-distances": {
        const { rows, of } = instruction;
        const name = numbers(`m${value}`, rows);
        return [call("squared_distances", into, name, writeArray(of), columns, instructions[of].columns)];
      }
      case "reduce": {
        if (instruction.name === "minimum") helpers.add("lesser");
        const name = instruction.name === "sum" ? "sum" : "least";
        return [call(name, into, writeArray(instruction.of), instructions[instruction.of].columns)];
      }
      case "pick": {
        const indices = Array.from(instruction.indices);
        const [first] = indices;
        const from = writeArray(instruction.of);
        if (indices.every((index, k) => index === first + k)) {
          return [call("copy", into, `${from} + ${first}`, columns)];
        }
        return [call("pick", into, from, define("int", `p${value}`, indices.map(String)), columns)];
      }
      case "join": {
        let at = 0;
        return instruction.of.map((operand) => {
          const columnCount = instructions[operand].columns;
          at += columnCount;
          return call("copy", `${into} + ${at - columnCount}`, writeArray(operand), columnCount);
        });
      }
      default:
        return assertNever(instruction);
    }
  }

  function writeLines({ value, instruction, stores }: Step): string[] {
    const lines = writeStatements(value, instruction);
    for (const { output, part } of stores) {
      const store = call("copy", `${part} + ${offsets[output]}`, writeArray(value), instruction.columns);
      lines.push(part === "mean" ? store : `if (${part} != NULL) ${store}`);
    }
    return lines;
  }

  const code = { means: means.flatMap(writeLines), bounds: bounds.flatMap(writeLines) };
  const texts = Object.entries(HELPER_FUNCTIONS).flatMap(([name, text]) => (helpers.has(name) ? [text] : []));
  return { ...code, definitions: [...constants, ...texts] };
}

/** A constant of one column that is read otherwise has no array: its number stands in the statements. */
function valuesReadAsArrays(steps: readonly Step[]): Set<Value> {
  const elementwise = ["unary", "binary", "select"];
  return new Set(
    steps.flatMap(({ value, instruction, stores }) => [
      ...(stores.length > 0 ? [value] : []),
      ...(elementwise.includes(instruction.kind) ? [] : listOperands(instruction)),
    ]),
  );
}
