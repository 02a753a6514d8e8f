/** The text of an expression as a tree of the few things that expressions are made of. Nothing of JavaScript is reachable. */
import jsep from "jsep";

export type Operator =
  | "+"
  | "-"
  | "*"
  | "/"
  | "%"
  | "^"
  | "<"
  | "<="
  | ">"
  | ">="
  | "=="
  | "!="
  | "&&"
  | "||";

export type Tree =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "negative" | "not"; readonly of: Tree }
  | { readonly kind: "operator"; readonly operator: Operator; readonly left: Tree; readonly right: Tree }
  | { readonly kind: "call"; readonly name: string; readonly arguments: readonly Tree[] }
  | { readonly kind: "choice"; readonly test: Tree; readonly yes: Tree; readonly no: Tree }
  | { readonly kind: "element"; readonly of: Tree; readonly index: Tree };

/** Why an expression is invalid, as a clause: "there is no function named lg". */
export class ExpressionError extends Error {
  override readonly name: string = "ExpressionError";
}

/** A value has the wrong type for its operator or function. */
export class ExpressionTypeError extends ExpressionError {
  override readonly name = "ExpressionTypeError";
}

/** The limit of an expression's length, which also bounds the parser's recursion. */
const MAX_EXPRESSION_LENGTH = 1_000;

const BINARY_OPERATORS: ReadonlySet<string> = new Set([
  "+",
  "-",
  "*",
  "/",
  "%",
  "^",
  "<",
  "<=",
  ">",
  ">=",
  "==",
  "!=",
  "&&",
  "||",
] satisfies Operator[]);
const isOperator = (text: string): text is Operator => BINARY_OPERATORS.has(text);

for (const operator of Object.keys(jsep.binary_ops)) if (!isOperator(operator)) jsep.removeBinaryOp(operator);
jsep.removeUnaryOp("~");
jsep.removeAllLiterals();
jsep.addBinaryOp("^", (jsep.binary_ops["*"] ?? 10) + 1, true);

const OPENING_BRACKET = 40;
const GROUP_TYPE = "Group";
// The parser binds a sign to what follows it at once, so that -x^2 would be (-x)^2: brackets are kept to tell them apart.
jsep.hooks.add("gobble-token", function keepBrackets(env) {
  if (this.code !== OPENING_BRACKET) return;
  env.node = this.gobbleTokenProperty({ type: GROUP_TYPE, body: this.gobbleGroup() });
});

/** @throws ExpressionError */
export function parseExpression(text: string): Tree {
  if (text.trim() === "") throw new ExpressionError("the expression is empty");
  if (text.length > MAX_EXPRESSION_LENGTH)
    throw new ExpressionError(`the expression is longer than ${MAX_EXPRESSION_LENGTH} characters`);
  return convert(parsed(text));
}

function parsed(text: string): jsep.Expression {
  try {
    return jsep(text);
  } catch (error) {
    // "Expected ) at character 7": the parser counts from 0.
    const message = error instanceof Error ? error.message : String(error);
    const [, problem = message, at] = /^(.*) at character (\d+)$/.exec(message) ?? [];
    const where = at === undefined ? "" : ` (character ${Number(at) + 1})`;
    throw new ExpressionError(`${problem.charAt(0).toLowerCase()}${problem.slice(1)}${where}`);
  }
}

type Group = { readonly type: typeof GROUP_TYPE; readonly body: jsep.Expression | false };
const isGroup = (node: jsep.Expression | Group): node is Group => node.type === GROUP_TYPE;
const CORE_NODES = new Set([
  "Compound",
  "SequenceExpression",
  "Identifier",
  "MemberExpression",
  "Literal",
  "ThisExpression",
  "CallExpression",
  "UnaryExpression",
  "BinaryExpression",
  "ConditionalExpression",
  "ArrayExpression",
]);
const isCore = (node: jsep.Expression): node is jsep.CoreExpression => CORE_NODES.has(node.type);

function convert(node: jsep.Expression | Group): Tree {
  if (isGroup(node)) {
    if (node.body === false) throw new ExpressionError("there is nothing between the brackets ()");
    return convert(node.body);
  }
  if (!isCore(node)) throw new ExpressionError(`${node.type} is not part of expressions`);
  switch (node.type) {
    case "Literal":
      if (typeof node.value === "number") return { kind: "number", value: node.value };
      return { kind: "text", value: String(node.value) };
    case "Identifier":
      return { kind: "name", name: node.name };
    case "UnaryExpression":
      if (node.operator === "+") return convert(node.argument);
      return { kind: node.operator === "-" ? "negative" : "not", of: convert(node.argument) };
    case "BinaryExpression":
      return convertOperator(node);
    case "CallExpression":
      if (node.callee.type !== "Identifier") throw new ExpressionError("only functions can be called");
      return { kind: "call", name: String(node.callee.name), arguments: node.arguments.map(convert) };
    case "ConditionalExpression": {
      const [test, yes, no] = [convert(node.test), convert(node.consequent), convert(node.alternate)];
      return { kind: "choice", test, yes, no };
    }
    case "MemberExpression":
      if (!node.computed || node.optional)
        throw new ExpressionError("nothing can follow a name with a point");
      return { kind: "element", of: convert(node.object), index: convert(node.property) };
    case "Compound":
    case "SequenceExpression":
      throw new ExpressionError("there are several expressions; is an operator missing between them?");
    case "ArrayExpression":
    case "ThisExpression":
      throw new ExpressionError("lists cannot be written here");
  }
}

function convertOperator({ operator, left, right }: jsep.BinaryExpression): Tree {
  if (!isOperator(operator)) throw new ExpressionError(`there is no operator ${operator}`);
  // -x^2 is -(x^2), as everywhere in mathematics.
  if (operator === "^" && isCore(left) && left.type === "UnaryExpression" && left.operator !== "!") {
    const power = convertOperator({ type: "BinaryExpression", operator, left: left.argument, right });
    return left.operator === "-" ? { kind: "negative", of: power } : power;
  }
  return { kind: "operator", operator, left: convert(left), right: convert(right) };
}
