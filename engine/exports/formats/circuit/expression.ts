/** Assignments as the expressions that Verilog-A, Verilog and SPICE have in common. */
import type { ExportedInput } from "../../exported-model.ts";
import { type Assignment, listVariables, type Operand } from "../../scalar-assignment.ts";
import type { ScalarProgram } from "../../scalar-program.ts";

/** So that it reads back as the same double, with a digit on either side of the point, as Verilog wants it. */
export function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "1.0e308";
  if (value === Number.NEGATIVE_INFINITY) return "-1.0e308";
  const [mantissa = "", exponent] = String(value).split("e");
  const digits = mantissa.includes(".") ? mantissa : `${mantissa}.0`;
  return exponent === undefined ? digits : `${digits}e${exponent.replace("+", "")}`;
}

export interface ExpressionNames {
  /** Writes a variable where it is read. */
  variable: (index: number) => string;
  /** Writes the name of a function: exp, ln, sqrt, tanh, abs, min or max. */
  call: (name: string) => string;
}

export const operandText = (operand: Operand, { variable }: ExpressionNames): string =>
  operand.kind === "number" ? numberText(operand.value) : variable(operand.index);

/**
 * An input's value: a category is rounded to one of its levels, a number held within its range where the emulator was trained.
 * @param read the expression of what is given.
 * @param isClipped the condition under which a number is held.
 */
export function inputText(input: ExportedInput, read: string, isClipped: string): string {
  if (input.kind === "categorical")
    return `min(max(floor(${read} + 0.5), 0.0), ${numberText(input.levels.length - 1)})`;
  const held = `min(max(${read}, ${numberText(input.minimum)}), ${numberText(input.maximum)})`;
  return `(${isClipped}) ? ${held} : ${read}`;
}

/** The program line by line; what is only read by the function around it is written there. */
export function writeStatements(
  program: ScalarProgram,
  names: ExpressionNames,
): { variable: number; text: string }[] {
  const { inputs, assignments } = program;
  const isInline = inlined(program);
  const writeOperand = (operand: Operand): string => {
    if (operand.kind === "number") return parenthesised(operand.value);
    const assignment = isInline.has(operand.index) ? assignments[operand.index - inputs] : undefined;
    return assignment === undefined
      ? names.variable(operand.index)
      : expressionText(assignment, writeOperand, names);
  };
  return assignments.flatMap((assignment, at) => {
    const variable = inputs + at;
    return isInline.has(variable)
      ? []
      : [{ variable, text: expressionText(assignment, writeOperand, names) }];
  });
}

/** One assignment, whatever it reads by its name. */
export const assignmentText = (assignment: Assignment, names: ExpressionNames): string =>
  expressionText(
    assignment,
    (operand) => (operand.kind === "number" ? parenthesised(operand.value) : names.variable(operand.index)),
    names,
  );

/** Sums that a function alone reads, once. */
function inlined({ inputs, assignments, results }: ScalarProgram): ReadonlySet<number> {
  const reads = new Map<number, number>();
  const count = (variable: number) => reads.set(variable, (reads.get(variable) ?? 0) + 1);
  for (const assignment of assignments) listVariables(assignment).forEach(count);
  for (const { mean, lower, upper } of results)
    for (const operand of [...mean, ...(lower ?? []), ...(upper ?? [])])
      if (operand.kind === "variable") count(operand.index);
  const inlineVariables = new Set<number>();
  for (const assignment of assignments) {
    if (assignment.kind !== "unary" || assignment.of.kind !== "variable") continue;
    const { index } = assignment.of;
    const read = assignments[index - inputs];
    if (reads.get(index) === 1 && (read?.kind === "linear" || read?.kind === "squared-distance"))
      inlineVariables.add(index);
  }
  return inlineVariables;
}

const OPERATOR_SYMBOLS = { add: "+", subtract: "-", multiply: "*", divide: "/" } as const;
const COMPARISON_SYMBOLS = { less: "<", equal: "==" } as const;

function expressionText(
  assignment: Assignment,
  textOf: (operand: Operand) => string,
  { call, variable }: ExpressionNames,
): string {
  switch (assignment.kind) {
    case "unary": {
      const of = textOf(assignment.of);
      if (assignment.name === "negate") return `-(${of})`;
      return `${call(assignment.name === "log" ? "ln" : assignment.name)}(${of})`;
    }
    case "binary": {
      const { name } = assignment;
      const [left, right] = [textOf(assignment.left), textOf(assignment.right)];
      switch (name) {
        case "minimum":
        case "maximum":
          return `${call(name === "minimum" ? "min" : "max")}(${left}, ${right})`;
        case "less":
        case "equal":
          return `(${left} ${COMPARISON_SYMBOLS[name]} ${right}) ? 1.0 : 0.0`;
        default:
          return `${left} ${OPERATOR_SYMBOLS[name]} ${right}`;
      }
    }
    case "select": {
      const { condition, chosen, otherwise } = assignment;
      return `(${textOf(condition)} == 0.0) ? ${textOf(otherwise)} : ${textOf(chosen)}`;
    }
    case "minimum":
      return leastText(assignment.of.map(textOf), call("min"));
    case "linear": {
      const terms = assignment.terms.map(({ coefficient, variable: index }) =>
        coefficient === 1 ? variable(index) : `${parenthesised(coefficient)}*${variable(index)}`,
      );
      return [...(assignment.constant === 0 ? [] : [parenthesised(assignment.constant)]), ...terms].join(
        " + ",
      );
    }
    case "squared-distance": {
      const terms = assignment.terms.map(({ variable: index, to }) => {
        const difference = `(${variable(index)} - ${parenthesised(to)})`;
        return `${difference}*${difference}`;
      });
      return [...(assignment.constant === 0 ? [] : [numberText(assignment.constant)]), ...terms].join(" + ");
    }
  }
}

/** As deep as the logarithm of how many there are: parsers limit how far calls are nested. */
function leastText(values: readonly string[], min: string): string {
  const [first = "", second] = values;
  if (second === undefined) return first;
  const half = Math.ceil(values.length / 2);
  return `${min}(${leastText(values.slice(0, half), min)}, ${leastText(values.slice(half), min)})`;
}

const parenthesised = (value: number): string =>
  value < 0 || Object.is(value, -0) ? `(${numberText(value)})` : numberText(value);
