/** The twin of the Verilog-A module for SPICE: a subcircuit of behavioural sources, one a variable. */
import type { ExportedInput, ExportedModel } from "../../exported-model.ts";
import { headerLines } from "../../header-lines.ts";
import type { Operand } from "../../scalar-program.ts";
import { asciiLine } from "../../user-text.ts";
import { type CircuitShape, circuitOf, type InputSource } from "../circuit.ts";
import { type ExpressionNames, numberText, statementsOf } from "../expression.ts";

/** @throws UserError where the shape is a device and the output is no curve that it could follow. */
export function subcircuit(model: ExportedModel, shape: CircuitShape): string {
  const { inputs } = model;
  const { program, sources, inputPorts, outputPorts, written } = circuitOf(model, shape);
  const isDevice = shape.kind === "device";
  const terminals = isDevice ? ["p", "n"] : [...inputPorts, ...outputPorts];
  const nodeOf = (index: number): string =>
    index < inputs.length ? `x${index}` : `y${index - inputs.length}`;
  const names: ExpressionNames = { variable: (index) => `v(${nodeOf(index)})`, call: (name) => name };
  const textOf = (value: Operand): string =>
    value.kind === "number" ? numberText(value.value) : names.variable(value.index);
  const parameters = inputs.filter((_, at) => sources[at] === "parameter");
  const initials = parameters.map(({ identifier, initial }) => `${identifier}=${numberText(initial)}`);
  return [
    ...headerLines(model).map((line) => `* ${asciiLine(line)}`.trimEnd()),
    "* clip = 1 holds the inputs within the ranges that the emulator was trained on, 0 does not.",
    ...continued([".subckt", model.identifier, ...terminals, "params:", ...initials, "clip=1"]),
    ...inputs.flatMap((input, at) => voltage(`x${at}`, inputText(input, sources[at]))),
    ...statementsOf(program, names).flatMap(({ variable, text }) => voltage(nodeOf(variable), text)),
    ...written.flatMap(({ node, value }) =>
      isDevice ? continued(["Bdevice", "p", "n", "I", "=", textOf(value)]) : voltage(node, textOf(value)),
    ),
    `.ends ${model.identifier}`,
    "",
  ].join("\n");
}

const voltage = (node: string, expression: string): string[] =>
  continued([`B${node}`, node, "0", "V", "=", ...expression.split(" ")]);

/** A category is rounded to a level where it is a voltage. */
function inputText(input: ExportedInput, source: InputSource | undefined): string {
  const { identifier } = input;
  const read = { parameter: `{${identifier}}`, port: `v(${identifier})`, across: "v(p, n)" }[
    source ?? "parameter"
  ];
  if (input.kind === "categorical") {
    const rounded = source === "port" ? `floor(${read} + 0.5)` : read;
    return `min(max(${rounded}, 0.0), ${numberText(input.levels.length - 1)})`;
  }
  const held = `min(max(${read}, ${numberText(input.minimum)}), ${numberText(input.maximum)})`;
  return `{clip} > 0.5 ? ${held} : ${read}`;
}

const MAX_WIDTH = 120;

/** One statement in lines of bounded width. */
function continued(words: readonly string[]): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line !== "" && line.length + word.length >= MAX_WIDTH) {
      lines.push(line);
      line = "+";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
