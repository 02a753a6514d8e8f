/**
 * An emulator as a program of a few instructions, which every export format writes in its own language. A program computes all
 * points independently; each instruction yields a *value*: for each point a row of numbers, its columns.
 */

/** A value: the index of the instruction that yields it. */
export type Value = number;

export type UnaryName = "exp" | "log" | "sqrt" | "tanh" | "abs" | "negate";
/** `less` and `equal` are 1 where they hold and 0 elsewhere. */
export type BinaryName =
  | "add"
  | "subtract"
  | "multiply"
  | "divide"
  | "minimum"
  | "maximum"
  | "less"
  | "equal";

export type Instruction = { columns: number } & (
  | /** The point itself: one column an input, a category as the index of its level. */ { kind: "inputs" }
  | /** The same at every point. */ { kind: "constant"; values: Float64Array }
  | { kind: "unary"; name: UnaryName; of: Value }
  | /** Column by column; of two values with different columns, one has a single column, which counts for all of the other's. */ {
      kind: "binary";
      name: BinaryName;
      left: Value;
      right: Value;
    }
  | /** `chosen` where the condition is not 0. Both are computed; the one not chosen may be infinite or no number. Columns as in binary. */ {
      kind: "select";
      condition: Value;
      chosen: Value;
      otherwise: Value;
    }
  | /** `matrix` times the row: columns x the columns of `of`, row-major; a packed lower triangle has i + 1 entries in row i. */ {
      kind: "product";
      of: Value;
      matrix: Float64Array;
      isPacked: boolean;
    }
  | /** From the row to each of `rows` (columns x the columns of `of`, row-major), by differences: they lose no digits. */ {
      kind: "squared-distances";
      of: Value;
      rows: Float64Array;
    }
  | /** Over the columns of a value; yields one. */ { kind: "reduce"; name: "sum" | "minimum"; of: Value }
  | /** Some columns of a value, in this order, possibly repeated. */ {
      kind: "pick";
      of: Value;
      indices: Int32Array;
    }
  | /** The columns of several values, one after the other. */ { kind: "join"; of: readonly Value[] }
);

/** The result for one output: values with `size` columns each. The bounds are null in a program without them. */
export interface ProgramResult {
  mean: Value;
  lower: Value | null;
  upper: Value | null;
}

export const RESULT_PARTS = ["mean", "lower", "upper"] as const;
export type ResultPart = (typeof RESULT_PARTS)[number];

export interface Program {
  /** An instruction reads values of earlier ones alone. */
  instructions: readonly Instruction[];
  /** One an output. */
  results: readonly ProgramResult[];
}

/** Builds the instructions of a program, the same one only once. */
export class ProgramBuilder {
  readonly instructions: Instruction[] = [];
  readonly inputs: Value;
  readonly #keyOf = instructionKeys();
  readonly #valuesByKey = new Map<string, Value>();

  constructor(inputs: number) {
    this.inputs = this.#add({ kind: "inputs", columns: inputs });
  }

  columnsOf(value: Value): number {
    return this.#instruction(value).columns;
  }

  /** The same numbers at every point. */
  constant(values: ArrayLike<number>): Value {
    return this.#add({ kind: "constant", columns: values.length, values: Float64Array.from(values) });
  }

  number = (value: number): Value => this.constant([value]);

  exp = (of: Value): Value => this.#unary("exp", of);
  log = (of: Value): Value => this.#unary("log", of);
  sqrt = (of: Value): Value => this.#unary("sqrt", of);
  tanh = (of: Value): Value => this.#unary("tanh", of);
  abs = (of: Value): Value => this.#unary("abs", of);
  negate = (of: Value): Value => this.#unary("negate", of);

  add = (left: Value, right: Value): Value => this.#binary("add", left, right);
  subtract = (left: Value, right: Value): Value => this.#binary("subtract", left, right);
  multiply = (left: Value, right: Value): Value => this.#binary("multiply", left, right);
  divide = (left: Value, right: Value): Value => this.#binary("divide", left, right);
  minimum = (left: Value, right: Value): Value => this.#binary("minimum", left, right);
  maximum = (left: Value, right: Value): Value => this.#binary("maximum", left, right);
  less = (left: Value, right: Value): Value => this.#binary("less", left, right);
  equal = (left: Value, right: Value): Value => this.#binary("equal", left, right);
  square = (of: Value): Value => this.multiply(of, of);

  select(condition: Value, chosen: Value, otherwise: Value): Value {
    const columns = Math.max(...[condition, chosen, otherwise].map((operand) => this.columnsOf(operand)));
    return this.#add({ kind: "select", columns, condition, chosen, otherwise });
  }

  /** @param matrix rows x the columns of `of`, row-major, or a packed lower triangle. */
  product(matrix: Float64Array, of: Value, isPacked = false): Value {
    const width = this.columnsOf(of);
    const columns = isPacked ? width : matrix.length / width;
    if (matrix.length !== (isPacked ? (width * (width + 1)) / 2 : columns * width) || columns % 1 !== 0)
      throw new RangeError(`A matrix of ${matrix.length} entries does not fit ${width} columns.`);
    return this.#add({ kind: "product", columns, of, matrix, isPacked });
  }

  /** @param rows count x the columns of `of`, row-major. */
  squaredDistances(of: Value, rows: Float64Array): Value {
    const columns = rows.length / this.columnsOf(of);
    return this.#add({ kind: "squared-distances", columns, of, rows });
  }

  sum = (of: Value): Value => this.#reduce("sum", of);
  least = (of: Value): Value => this.#reduce("minimum", of);

  pick(of: Value, indices: ArrayLike<number>): Value {
    const width = this.columnsOf(of);
    if (indices.length === width && Array.from(indices).every((index, at) => index === at)) return of;
    return this.#add({ kind: "pick", columns: indices.length, of, indices: Int32Array.from(indices) });
  }

  join(of: readonly Value[]): Value {
    const [first] = of;
    if (of.length === 1 && first !== undefined) return first;
    return this.#add({
      kind: "join",
      columns: of.reduce((sum, operand) => sum + this.columnsOf(operand), 0),
      of,
    });
  }

  #unary = (name: UnaryName, of: Value): Value =>
    this.#add({ kind: "unary", columns: this.columnsOf(of), name, of });

  #binary(name: BinaryName, left: Value, right: Value): Value {
    const [a, b] = [this.columnsOf(left), this.columnsOf(right)];
    if (a !== b && a !== 1 && b !== 1) throw new RangeError(`${a} columns do not fit ${b}.`);
    return this.#add({ kind: "binary", columns: Math.max(a, b), name, left, right });
  }

  #reduce(name: "sum" | "minimum", of: Value): Value {
    return this.columnsOf(of) === 1 ? of : this.#add({ kind: "reduce", columns: 1, name, of });
  }

  #instruction(value: Value): Instruction {
    const instruction = this.instructions[value];
    if (instruction === undefined) throw new RangeError(`No instruction yields the value ${value}.`);
    return instruction;
  }

  #add(instruction: Instruction): Value {
    const key = this.#keyOf(instruction);
    const value = this.#valuesByKey.get(key) ?? this.instructions.push(instruction) - 1;
    this.#valuesByKey.set(key, value);
    return value;
  }
}

/** Finds the values from which these are computed, themselves included. */
export function neededFor(instructions: readonly Instruction[], values: readonly Value[]): Set<Value> {
  const needed = new Set<Value>();
  const waiting = [...values];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (needed.has(next)) continue;
    needed.add(next);
    waiting.push(...listOperands(instructions[next]));
  }
  return needed;
}

/** Without the instructions that no result needs. */
export function pruned({ instructions, results }: Program): Program {
  const needed = neededFor(
    instructions,
    results.flatMap((result) => RESULT_PARTS.flatMap((part) => result[part] ?? [])),
  );
  const order = [...needed].sort((a, b) => a - b);
  const placesByValue = new Map(order.map((value, at) => [value, at]));
  const moved = (value: Value): Value => placesByValue.get(value) ?? 0;
  const movedOrNull = (value: Value | null): Value | null => (value === null ? null : moved(value));
  return {
    instructions: order.map((value) => withOperands(instructions[value], moved)),
    results: results.map(({ mean, lower, upper }) => ({
      mean: moved(mean),
      lower: movedOrNull(lower),
      upper: movedOrNull(upper),
    })),
  };
}

/** The values that an instruction reads. */
export function listOperands(instruction: Instruction): readonly Value[] {
  switch (instruction.kind) {
    case "inputs":
    case "constant":
      return [];
    case "binary":
      return [instruction.left, instruction.right];
    case "select":
      return [instruction.condition, instruction.chosen, instruction.otherwise];
    case "join":
      return instruction.of;
    default:
      return [instruction.of];
  }
}

function withOperands(instruction: Instruction, moved: (value: Value) => Value): Instruction {
  switch (instruction.kind) {
    case "inputs":
    case "constant":
      return instruction;
    case "binary":
      return { ...instruction, left: moved(instruction.left), right: moved(instruction.right) };
    case "select":
      return {
        ...instruction,
        condition: moved(instruction.condition),
        chosen: moved(instruction.chosen),
        otherwise: moved(instruction.otherwise),
      };
    case "join":
      return { ...instruction, of: instruction.of.map(moved) };
    default:
      return { ...instruction, of: moved(instruction.of) };
  }
}

/** Keys of instructions, so that a value that is asked for twice is computed once. */

/** Longer arrays are told apart by which array it is: reading them would take longer than it saves. */
const MAX_READ = 1024;

/** Instructions of the same key yield the same values. Keys are those of one builder. */
function instructionKeys(): (instruction: object) => string {
  const numbersByArray = new Map<Float64Array | Int32Array, number>();
  const nameValue = (value: unknown): string => {
    if (!(value instanceof Float64Array || value instanceof Int32Array)) return JSON.stringify(value);
    if (value.length <= MAX_READ) return value.join();
    const at = numbersByArray.get(value) ?? numbersByArray.size;
    numbersByArray.set(value, at);
    return `array ${at}`;
  };
  return (instruction) =>
    Object.entries(instruction)
      .map(([name, value]) => `${name}: ${nameValue(value)}`)
      .join("; ");
}
