/** Instructions as assignments to single numbers; what is the same at every point is computed at once. */
import type { BinaryName, Instruction, UnaryName, Value } from "./program.ts";
import { BINARY_FUNCTIONS, UNARY_FUNCTIONS } from "./run-program.ts";
import type { Assignment, Operand } from "./scalar-assignment.ts";

const makeNumber = (value: number): Operand => ({ kind: "number", value });

export class Expansion {
  readonly assignments: Assignment[] = [];
  readonly #rows: (readonly Operand[])[] = [];
  readonly #inputs: number;

  constructor(inputs: number) {
    this.#inputs = inputs;
  }

  rowOf(value: Value): readonly Operand[] {
    return this.#rows[value] ?? [];
  }

  expand(instruction: Instruction): void {
    this.#rows.push(this.#expanded(instruction));
  }

  #expanded(instruction: Instruction): readonly Operand[] {
    const every = (make: (column: number) => Operand) =>
      Array.from({ length: instruction.columns }, (_, column) => make(column));
    const at = (value: Value) => {
      const row = this.rowOf(value);
      return (column: number): Operand => row[row.length === 1 ? 0 : column] ?? makeNumber(Number.NaN);
    };
    switch (instruction.kind) {
      case "inputs":
        return every((index) => ({ kind: "variable", index }));
      case "constant":
        return Array.from(instruction.values, makeNumber);
      case "unary": {
        const of = at(instruction.of);
        return every((column) => this.#unary(instruction.name, of(column)));
      }
      case "binary": {
        const [left, right] = [at(instruction.left), at(instruction.right)];
        return every((column) => this.#binary(instruction.name, left(column), right(column)));
      }
      case "select": {
        const condition = at(instruction.condition);
        const [chosen, otherwise] = [at(instruction.chosen), at(instruction.otherwise)];
        return every((column) => this.#select(condition(column), chosen(column), otherwise(column)));
      }
      case "product": {
        const { matrix, isPacked } = instruction;
        const row = this.rowOf(instruction.of);
        return every((column) => {
          const from = isPacked ? (column * (column + 1)) / 2 : column * row.length;
          const used = isPacked ? row.slice(0, column + 1) : row;
          return this.#linear(used.map((operand, j) => ({ coefficient: matrix[from + j], operand })));
        });
      }
      case "squared-distances": {
        const row = this.rowOf(instruction.of);
        return every((column) => this.#squaredDistance(row, instruction.rows, column * row.length));
      }
      case "reduce": {
        const row = this.rowOf(instruction.of);
        if (instruction.name === "minimum") return [this.#assign({ kind: "minimum", of: row })];
        return [this.#linear(row.map((operand) => ({ coefficient: 1, operand })))];
      }
      case "pick": {
        const row = this.rowOf(instruction.of);
        return Array.from(instruction.indices, (index) => row[index] ?? makeNumber(Number.NaN));
      }
      case "join":
        return instruction.of.flatMap((value) => this.rowOf(value));
    }
  }

  #unary(name: UnaryName, of: Operand): Operand {
    if (of.kind === "number") return makeNumber(UNARY_FUNCTIONS[name](of.value));
    return name === "negate"
      ? this.#linear([{ coefficient: -1, operand: of }])
      : this.#assign({ kind: "unary", name, of });
  }

  #binary(name: BinaryName, left: Operand, right: Operand): Operand {
    if (left.kind === "number" && right.kind === "number")
      return makeNumber(BINARY_FUNCTIONS[name](left.value, right.value));
    if (name === "add" || name === "subtract")
      return this.#linear([
        { coefficient: 1, operand: left },
        { coefficient: name === "add" ? 1 : -1, operand: right },
      ]);
    if (name === "multiply" && left.kind === "number")
      return this.#linear([{ coefficient: left.value, operand: right }]);
    if (name === "multiply" && right.kind === "number")
      return this.#linear([{ coefficient: right.value, operand: left }]);
    if (name === "divide" && right.kind === "number" && Number.isFinite(1 / right.value))
      return this.#linear([{ coefficient: 1 / right.value, operand: left }]);
    return this.#assign({ kind: "binary", name, left, right });
  }

  #select(condition: Operand, chosen: Operand, otherwise: Operand): Operand {
    if (condition.kind === "number") return condition.value === 0 ? otherwise : chosen;
    return this.#assign({ kind: "select", condition, chosen, otherwise });
  }

  /**
   * A sum. Sums in it are written out where they are of one term, or the only thing that varies in it: so a bias joins its
   * product, and a shift and a scaling make one assignment.
   */
  #linear(sum: readonly { coefficient: number; operand: Operand }[]): Operand {
    let constant = 0;
    const coefficients = new Map<number, number>();
    const add = (variable: number, coefficient: number): void => {
      coefficients.set(variable, (coefficients.get(variable) ?? 0) + coefficient);
    };
    const varying = sum.filter(
      ({ coefficient, operand }) => coefficient !== 0 && operand.kind === "variable",
    );
    for (const { coefficient, operand } of sum) {
      if (coefficient === 0) continue;
      if (operand.kind === "number") {
        constant += coefficient * operand.value;
        continue;
      }
      const inner = this.assignments[operand.index - this.#inputs];
      if (inner?.kind !== "linear" || (inner.terms.length > 1 && varying.length > 1)) {
        add(operand.index, coefficient);
        continue;
      }
      constant += coefficient * inner.constant;
      for (const term of inner.terms) add(term.variable, coefficient * term.coefficient);
    }
    const terms = Array.from(coefficients, ([variable, coefficient]) => ({ variable, coefficient }));
    const [only] = terms;
    if (only === undefined) return makeNumber(constant);
    if (terms.length === 1 && constant === 0 && only.coefficient === 1)
      return { kind: "variable", index: only.variable };
    return this.#assign({ kind: "linear", constant, terms });
  }

  #squaredDistance(row: readonly Operand[], to: Float64Array, from: number): Operand {
    let constant = 0;
    const terms: { variable: number; to: number }[] = [];
    row.forEach((operand, j) => {
      if (operand.kind === "number") constant += (operand.value - to[from + j]) ** 2;
      else terms.push({ variable: operand.index, to: to[from + j] });
    });
    return terms.length === 0
      ? makeNumber(constant)
      : this.#assign({ kind: "squared-distance", terms, constant });
  }

  #assign(assignment: Assignment): Operand {
    return { kind: "variable", index: this.#inputs + this.assignments.push(assignment) - 1 };
  }
}
