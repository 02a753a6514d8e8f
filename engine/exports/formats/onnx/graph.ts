/** The instructions of a program as nodes of an ONNX graph over tensors of points x columns; a constant has one row. */
import { assertNever } from "@understudy/shared/assert-never.ts";
import { doubleBytes, integerBytes } from "../../little-endian.ts";
import {
  type BinaryName,
  type Instruction,
  listOperands,
  type ResultPart,
  type UnaryName,
  type Value,
} from "../../program.ts";
import type { Schedule } from "../../schedule.ts";
import { ELEMENT_TYPES, type Node, type Tensor } from "./wire.ts";

const UNARY_OPERATORS: Record<UnaryName, string> = {
  exp: "Exp",
  log: "Log",
  sqrt: "Sqrt",
  tanh: "Tanh",
  abs: "Abs",
  negate: "Neg",
};
/** The operators of two values. Comparisons yield truth values, see `isTruth`. */
const BINARY_OPERATORS: Record<BinaryName, string> = {
  add: "Add",
  subtract: "Sub",
  multiply: "Mul",
  divide: "Div",
  minimum: "Min",
  maximum: "Max",
  less: "Less",
  equal: "Equal",
};

export interface OnnxGraph {
  nodes: readonly Node[];
  constants: readonly Tensor[];
}

/** The graph's only input. */
export const INPUT_NAME = "X";

/** @param resultName of the tensor that is a result. */
export function makeGraph(
  schedule: Schedule,
  resultName: (output: number, part: ResultPart) => string,
): OnnxGraph {
  const writer = new GraphWriter(schedule.instructions);
  for (const { value, instruction, stores } of [...schedule.means, ...schedule.bounds]) {
    writer.write(value, instruction);
    for (const { output, part } of stores) writer.writeResult(value, resultName(output, part));
  }
  return writer;
}

class GraphWriter implements OnnxGraph {
  readonly nodes: Node[] = [];
  readonly constants: Tensor[] = [];
  /** Written already: nodes that several others may ask for. */
  readonly #shared = new Set<string>();
  /** Values that differ between points. */
  readonly #varying = new Set<Value>();
  readonly #instructions: readonly Instruction[];

  constructor(instructions: readonly Instruction[]) {
    this.#instructions = instructions;
    instructions.forEach((instruction, value) => {
      const varies = listOperands(instruction).some((operand) => this.#varying.has(operand));
      if (varies || instruction.kind === "inputs") this.#varying.add(value);
    });
  }

  write(value: Value, instruction: Instruction): void {
    const name = `v${value}`;
    const { columns } = instruction;
    switch (instruction.kind) {
      case "inputs":
        break;
      case "constant":
        this.#numbers(name, [1, columns], instruction.values);
        break;
      case "unary":
        this.#node(UNARY_OPERATORS[instruction.name], [this.#read(instruction.of)], name);
        break;
      case "binary": {
        const operands = [this.#read(instruction.left), this.#read(instruction.right)];
        this.#node(
          BINARY_OPERATORS[instruction.name],
          operands,
          isTruth(instruction) ? makeTruthName(value) : name,
        );
        break;
      }
      case "select": {
        const choices = [this.#read(instruction.chosen), this.#read(instruction.otherwise)];
        this.#node("Where", [this.#readTruth(instruction.condition), ...choices], name);
        break;
      }
      case "product": {
        const width = this.#instructions[instruction.of].columns;
        const matrix = this.#numbers(`m${value}`, [columns, width], wholeMatrix(instruction, width));
        // ONNX Runtime fuses a MatMul with the number that it is multiplied by, which it then holds in single precision.
        this.#node("Gemm", [this.#read(instruction.of), matrix], name, { transB: 1 });
        break;
      }
      case "squared-distances":
        this.#writeDistances(value, instruction);
        break;
      case "reduce": {
        const of = this.#read(instruction.of);
        // The axes of a minimum are an attribute before operator set 18, those of a sum an operand.
        if (instruction.name === "minimum") this.#node("ReduceMin", [of], name, { axes: [1], keepdims: 1 });
        else this.#node("ReduceSum", [of, this.#integers("one", [1])], name, { keepdims: 1 });
        break;
      }
      case "pick": {
        const indices = this.#integers(`p${value}`, Array.from(instruction.indices));
        this.#node("Gather", [this.#read(instruction.of), indices], name, { axis: 1 });
        break;
      }
      case "join": {
        const isVarying = this.#varying.has(value);
        const parts = instruction.of.map((operand) =>
          isVarying ? this.#readPerPoint(operand) : this.#read(operand),
        );
        this.#node("Concat", parts, name, { axis: 1 });
        break;
      }
      default:
        assertNever(instruction);
    }
  }

  writeResult(value: Value, name: string): void {
    this.#node("Identity", [this.#readPerPoint(value)], name);
  }

  /**
   * Column by column of the points: all differences at once would be points x rows x columns. Of the operands of a node ONNX Runtime
   * computes those first that were written last: all squares are written before the sums, so that each is added before the next
   * is computed.
   */
  #writeDistances(value: Value, { of, rows, columns }: Extract<Instruction, { kind: "squared-distances" }>) {
    const width = this.#instructions[of].columns;
    const name = `v${value}`;
    const squares = Array.from({ length: width }, (_, k) => (width === 1 ? name : `${name}_square_${k}`));
    const points = Array.from({ length: width }, (_, k) =>
      width === 1 ? this.#read(of) : `${name}_of_${k}`,
    );
    if (width > 1) this.#node("Split", [this.#read(of)], points, { axis: 1 });
    squares.forEach((square, k) => {
      const column = Float64Array.from({ length: columns }, (_, row) => rows[row * width + k]);
      const to = this.#numbers(`m${value}_${k}`, [1, columns], column);
      this.#node("Sub", [points[k], to], `${name}_from_${k}`);
      this.#node("Mul", [`${name}_from_${k}`, `${name}_from_${k}`], square);
    });
    squares.reduce((sum, square, k) => {
      const next = k === width - 1 ? name : `${name}_sum_${k}`;
      this.#node("Add", [sum, square], next);
      return next;
    });
  }

  /** The tensor of a value as numbers. */
  #read(value: Value): string {
    const instruction = this.#instructions[value];
    if (instruction.kind === "inputs") return INPUT_NAME;
    const name = `v${value}`;
    if (isTruth(instruction) && this.#isNew(name))
      this.#node("Cast", [makeTruthName(value)], name, { to: ELEMENT_TYPES.double });
    return name;
  }

  #readTruth(value: Value): string {
    const name = makeTruthName(value);
    if (!isTruth(this.#instructions[value]) && this.#isNew(name))
      this.#node("Cast", [this.#read(value)], name, { to: ELEMENT_TYPES.bool });
    return name;
  }

  /** As #read, with a row for each point also where all are the same. */
  #readPerPoint(value: Value): string {
    const name = this.#read(value);
    if (this.#varying.has(value)) return name;
    if (this.#isNew("shape")) {
      this.#node("Shape", [INPUT_NAME], "count", { start: 0, end: 1 });
      this.#node("Concat", ["count", this.#integers("one", [1])], "shape", { axis: 0 });
    }
    const expanded = `${name}_expanded`;
    if (this.#isNew(expanded)) this.#node("Expand", [name, "shape"], expanded);
    return expanded;
  }

  #isNew(name: string): boolean {
    const { size } = this.#shared;
    return this.#shared.add(name).size > size;
  }

  #node(
    operator: string,
    inputs: readonly string[],
    output: Node["output"],
    attributes: Node["attributes"] = {},
  ): void {
    this.nodes.push({ operator, inputs, output, attributes });
  }

  #numbers(name: string, shape: readonly number[], values: Float64Array): string {
    this.constants.push({ name, element: ELEMENT_TYPES.double, shape, bytes: doubleBytes(values) });
    return name;
  }

  #integers(name: string, values: readonly number[]): string {
    if (!this.#isNew(name)) return name;
    this.constants.push({
      name,
      element: ELEMENT_TYPES.int64,
      shape: [values.length],
      bytes: integerBytes(values),
    });
    return name;
  }
}

/** Comparisons yield truth values in ONNX, which become numbers only where they are read as such. */
const isTruth = (instruction: Instruction): boolean =>
  instruction.kind === "binary" && (instruction.name === "less" || instruction.name === "equal");
const makeTruthName = (value: Value): string => `v${value}_holds`;

/** Columns x the columns of `of`. */
function wholeMatrix(
  { matrix, columns, isPacked }: Extract<Instruction, { kind: "product" }>,
  width: number,
): Float64Array {
  if (!isPacked) return matrix;
  const unpacked = new Float64Array(columns * width);
  for (let k = 0; k < columns; k++) {
    const from = (k * (k + 1)) / 2;
    unpacked.set(matrix.subarray(from, from + k + 1), k * width);
  }
  return unpacked;
}
