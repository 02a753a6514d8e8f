/** The instructions of a program as calls of functions that compute in one array, `memory`. */
import { assertNever } from "@understudy/shared/assert-never.ts";
import type { Instruction, Value } from "../../program.ts";
import type { Schedule, Step } from "../../schedule.ts";
import type { Scratch } from "../c/scratch.ts";
import type { Memory } from "./memory.ts";
import { indexList } from "./text.ts";

export interface ScriptCode {
  /** Lists of indices that the calls read. */
  definitions: string[];
  means: string[];
  bounds: string[];
}

/** @param prefix begins the names of the definitions, so that two programs may stand side by side. */
export function writeCode(
  { means, bounds, instructions }: Schedule,
  scratch: Scratch,
  memory: Memory,
  prefix: string,
): ScriptCode {
  const definitions: string[] = [];
  const findPlace = (value: Value): number => {
    const instruction = instructions[value];
    if (instruction.kind === "inputs") return memory.inputs;
    if (instruction.kind === "constant") return memory.place(instruction.values);
    return scratch.offsets.get(value) ?? 0;
  };
  /** A value's place and the distance between its columns: one of a single column counts for all. */
  const operand = (value: Value): number[] => [findPlace(value), instructions[value].columns === 1 ? 0 : 1];
  const call = (name: string, ...operands: (number | string)[]): string => `${name}(${operands.join(", ")});`;

  function writeStatements(value: Value, instruction: Instruction): string[] {
    const { columns } = instruction;
    const to = findPlace(value);
    switch (instruction.kind) {
      case "inputs":
      case "constant":
        return [];
      case "unary":
        return [call(instruction.name, to, columns, findPlace(instruction.of))];
      case "binary":
        return [
          call(instruction.name, to, columns, ...operand(instruction.left), ...operand(instruction.right)),
        ];
      case "select": {
        const { condition, chosen, otherwise } = instruction;
        return [call("select", to, columns, ...[condition, chosen, otherwise].flatMap(operand))];
      }
      case "product": {
        const { matrix, isPacked, of } = instruction;
        const [place, from] = [memory.place(matrix), findPlace(of)];
        return isPacked
          ? [call("packedProduct", to, columns, place, from)]
          : [call("product", to, columns, place, from, instructions[of].columns)];
      }
      case "squared-distances": {
        const { rows, of } = instruction;
        return [
          call("squaredDistances", to, columns, memory.place(rows), findPlace(of), instructions[of].columns),
        ];
      }
      case "reduce": {
        const name = instruction.name === "sum" ? "sum" : "least";
        return [call(name, to, findPlace(instruction.of), instructions[instruction.of].columns)];
      }
      case "pick": {
        const { of, indices } = instruction;
        const [first] = indices;
        if (indices.every((index, k) => index === first + k))
          return [call("copy", to, findPlace(of) + first, columns)];
        const name = `${prefix}${value}`;
        definitions.push(`const ${name} = ${indexList(indices)};`);
        return [call("pick", to, findPlace(of), name)];
      }
      case "join": {
        let at = to;
        return instruction.of.map((part) => {
          const count = instructions[part].columns;
          at += count;
          return call("copy", at - count, findPlace(part), count);
        });
      }
      default:
        return assertNever(instruction);
    }
  }

  const writeLines = ({ value, instruction, stores }: Step): string[] => [
    ...writeStatements(value, instruction),
    ...stores.map(({ output, part }) =>
      call("store", `results[${output}].${part}`, findPlace(value), instruction.columns),
    ),
  ];
  return { means: means.flatMap(writeLines), bounds: bounds.flatMap(writeLines), definitions };
}
