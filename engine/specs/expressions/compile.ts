/** Compiles expressions over named values once, and reports their problems then, so that they can be evaluated often. */

import { EXPRESSION_CONSTANTS, EXPRESSION_FUNCTIONS } from "./functions.ts";
import { nearest } from "./nearest.ts";
import { ExpressionError, ExpressionTypeError, type Operator, parseExpression, type Tree } from "./parse.ts";
import { eachPair, eachValue, NUMBER_TYPE, TEXT_TYPE, type Value, type ValueType } from "./values.ts";

export type Scope = ReadonlyMap<string, Value>;

export type Expression = {
  readonly type: ValueType;
  /** The names whose values it needs, each once. */
  readonly names: readonly string[];
  /** Returns NaN if the value does not exist, such as log10(-1). */
  readonly evaluate: (scope: Scope) => Value;
};

/** `isTypeError`: every name and function is known, but their types do not match. */
export type ExpressionProblem = { readonly problem: string; readonly isTypeError: boolean };

/**
 * @param typeByName the type of every name that may be used
 * @param suggest the addition to the message about an unknown name
 */
export function compileExpression(
  text: string,
  typeByName: ReadonlyMap<string, ValueType>,
  suggest = nearest,
): Expression | ExpressionProblem {
  const names = new Set<string>();
  try {
    return { ...compile(parseExpression(text), { typeByName, names, suggest }), names: [...names] };
  } catch (error) {
    if (error instanceof ExpressionError)
      return { problem: error.message, isTypeError: error instanceof ExpressionTypeError };
    throw error;
  }
}

type Compiled = { readonly type: ValueType; readonly evaluate: (scope: Scope) => Value };

type Names = {
  readonly typeByName: ReadonlyMap<string, ValueType>;
  /** The names that the expression uses; compiling it adds them. */
  readonly names: Set<string>;
  readonly suggest: typeof nearest;
};

function compile(tree: Tree, names: Names): Compiled {
  const inner = (operand: Tree): Compiled => compile(operand, names);
  switch (tree.kind) {
    case "number":
    case "text": {
      const { value } = tree;
      return { type: tree.kind === "number" ? NUMBER_TYPE : TEXT_TYPE, evaluate: () => value };
    }
    case "name":
      return compileName(tree.name, names);
    case "negative":
    case "not": {
      const of = calculable(inner(tree.of));
      const f = tree.kind === "negative" ? (a: number) => -a : (a: number) => (a === 0 ? 1 : 0);
      return { type: of.type, evaluate: (scope) => eachValue(of.evaluate(scope), f) };
    }
    case "operator":
      return compileOperator(tree.operator, inner(tree.left), inner(tree.right));
    case "choice":
      return compileChoice(inner(tree.test), inner(tree.yes), inner(tree.no));
    case "element":
      return compileElement(inner(tree.of), inner(tree.index));
    case "call":
      return compileCall(tree.name, tree.arguments.map(inner), names);
  }
}

function compileName(name: string, { typeByName, names, suggest }: Names): Compiled {
  const type = typeByName.get(name);
  if (type !== undefined) {
    names.add(name);
    return { type, evaluate: (scope) => scope.get(name) ?? Number.NaN };
  }
  const constant = EXPRESSION_CONSTANTS.get(name);
  if (constant !== undefined) return { type: NUMBER_TYPE, evaluate: () => constant };
  throw new ExpressionError(`nothing is named ${name}${suggest(name, typeByName.keys())}`);
}

function calculable(compiled: Compiled): Compiled {
  if (compiled.type.kind === "text")
    throw new ExpressionTypeError("a text can only be compared, with == or !=");
  return compiled;
}

const bit = (is: boolean): number => (is ? 1 : 0);
const OPERATION_BY_OPERATOR: Readonly<Record<Operator, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
  "^": (a, b) => a ** b,
  "<": (a, b) => bit(a < b),
  "<=": (a, b) => bit(a <= b),
  ">": (a, b) => bit(a > b),
  ">=": (a, b) => bit(a >= b),
  "==": (a, b) => bit(a === b),
  "!=": (a, b) => bit(a !== b),
  "&&": (a, b) => bit(a !== 0 && b !== 0),
  "||": (a, b) => bit(a !== 0 || b !== 0),
};

function compileOperator(operator: Operator, left: Compiled, right: Compiled): Compiled {
  if (left.type.kind === "text" && right.type.kind === "text" && (operator === "==" || operator === "!=")) {
    const isEquality = operator === "==";
    return {
      type: NUMBER_TYPE,
      evaluate: (scope) => bit((left.evaluate(scope) === right.evaluate(scope)) === isEquality),
    };
  }
  const [a, b] = [calculable(left), calculable(right)];
  const f = OPERATION_BY_OPERATOR[operator];
  const type = joined(a.type, b.type);
  if (type.kind === "number") {
    return { type, evaluate: (scope) => f(Number(a.evaluate(scope)), Number(b.evaluate(scope))) };
  }
  return { type, evaluate: (scope) => eachPair(a.evaluate(scope), b.evaluate(scope), f) };
}

/** Two curves over different coordinates have no position in common. */
function joined(a: ValueType, b: ValueType): ValueType {
  if (a.kind !== "curve") return b;
  if (b.kind !== "curve" || b.coordinate === null || a.coordinate === b.coordinate) return a;
  if (a.coordinate === null) return b;
  throw new ExpressionTypeError(
    `a curve over ${a.coordinate} cannot be combined with one over ${b.coordinate}`,
  );
}

function compileChoice(test: Compiled, yes: Compiled, no: Compiled): Compiled {
  if (test.type.kind !== "number") throw new ExpressionTypeError("what stands before the ? must be a number");
  if (yes.type.kind !== no.type.kind)
    throw new ExpressionTypeError("both sides of the : must have the same type");
  return {
    type: joined(yes.type, no.type),
    evaluate: (scope) => (test.evaluate(scope) === 0 ? no : yes).evaluate(scope),
  };
}

function compileElement(of: Compiled, index: Compiled): Compiled {
  if (of.type.kind !== "curve")
    throw new ExpressionTypeError("only a curve or a Vector has elements [0], [1] ...");
  if (index.type.kind !== "number")
    throw new ExpressionTypeError("the number of an element must be a number");
  return {
    type: NUMBER_TYPE,
    evaluate: (scope) => {
      const [values, at] = [of.evaluate(scope), index.evaluate(scope)];
      return typeof values === "object" ? (values.y[Number(at)] ?? Number.NaN) : Number.NaN;
    },
  };
}

function compileCall(name: string, operands: readonly Compiled[], { suggest }: Names): Compiled {
  const calledFunction = EXPRESSION_FUNCTIONS.get(name);
  if (calledFunction === undefined)
    throw new ExpressionError(
      `there is no function named ${name}${suggest(name, EXPRESSION_FUNCTIONS.keys())}`,
    );
  const [fewest, most] = calledFunction.arity;
  if (operands.length < fewest || operands.length > most) {
    const expectedCount = fewest === most ? `${fewest}` : `${fewest} or more`;
    throw new ExpressionError(
      `${name} takes ${expectedCount} argument${expectedCount === "1" ? "" : "s"}, not ${operands.length}`,
    );
  }
  const types = operands.map((operand) => calculable(operand).type);
  if (calledFunction.curve !== undefined && types[calledFunction.curve]?.kind !== "curve") {
    throw new ExpressionTypeError(`the first argument of ${name} must be a curve`);
  }
  if (
    types
      .slice(calledFunction.curve === undefined ? 0 : 1)
      .some(({ kind }) => calledFunction.curve === 0 && kind === "curve")
  ) {
    throw new ExpressionTypeError(`only the first argument of ${name} may be a curve`);
  }
  if (types.length > 1) types.reduce(joined);
  return {
    type: calledFunction.type(types),
    evaluate: (scope) => calledFunction.apply(operands.map((operand) => operand.evaluate(scope))),
  };
}
