/** A flat Verilog-A module of a program that is short enough to be written number by number. */
import type { ExportedInput, ExportedModel } from "../../exported-model.ts";
import { headerLines } from "../../header-lines.ts";
import type { Operand } from "../../scalar-program.ts";
import { asciiLine } from "../../user-text.ts";
import { type CircuitShape, circuitOf, type InputSource } from "../circuit.ts";
import { type ExpressionNames, numberText, statementsOf } from "../expression.ts";

/** @throws UserError where the shape is a device and the output is no curve that it could follow. */
export function verilogAModule(model: ExportedModel, shape: CircuitShape): string {
  const { inputs } = model;
  const { program, sources, inputPorts, outputPorts, written } = circuitOf(model, shape);
  const isDevice = shape.kind === "device";
  const terminals = isDevice ? ["p", "n"] : [...inputPorts, ...outputPorts];
  const names: ExpressionNames = {
    variable: (index) => (index < inputs.length ? `x${index}` : `y${index - inputs.length}`),
    call: (name) => name,
  };
  const statements = statementsOf(program, names);
  const textOf = (value: Operand): string =>
    value.kind === "number" ? numberText(value.value) : names.variable(value.index);
  const lines = [
    ...headerLines(model).map((line) => `// ${asciiLine(line)}`.trimEnd()),
    "",
    '`include "constants.vams"',
    '`include "disciplines.vams"',
    "",
    `module ${model.identifier}(${terminals.join(", ")});`,
    ...declared("inout", isDevice ? terminals : []),
    ...declared("input", inputPorts),
    ...declared("output", outputPorts),
    ...declared("electrical", terminals),
    ...inputs.flatMap((input, at) => (sources[at] === "parameter" ? [parameterLine(input)] : [])),
    "  // 1 holds the inputs within the ranges that the emulator was trained on, 0 does not.",
    "  parameter integer clip = 1 from [0:1];",
    ...declared("real", [
      ...inputs.map((_, at) => names.variable(at)),
      ...statements.map(({ variable }) => names.variable(variable)),
    ]),
    "",
    "  analog begin",
    ...inputs.flatMap((input, at) => inputLines(input, names.variable(at), sources[at])),
    ...statements.map(({ variable, text }) => `    ${names.variable(variable)} = ${text};`),
    ...written.map(({ node, value }) =>
      isDevice ? `    I(p, n) <+ ${textOf(value)};` : `    V(${node}) <+ ${textOf(value)};`,
    ),
    "  end",
    "endmodule",
    "",
  ];
  return lines.join("\n");
}

/** Names of a declaration a line: simulators limit the length of lines. */
const NAMES_A_LINE = 12;

function declared(kind: string, names: readonly string[]): string[] {
  const lines: string[] = [];
  for (let from = 0; from < names.length; from += NAMES_A_LINE)
    lines.push(`  ${kind} ${names.slice(from, from + NAMES_A_LINE).join(", ")};`);
  return lines;
}

function parameterLine(input: ExportedInput): string {
  const attributes = `(* desc = "${quoted(input.description || input.name)}", units = "${quoted(input.unit)}" *)`;
  if (input.kind === "categorical")
    return `  ${attributes} parameter integer ${input.identifier} = ${input.initial} from [0:${input.levels.length - 1}];`;
  return `  ${attributes} parameter real ${input.identifier} = ${numberText(input.initial)};`;
}

/** Inside quotation marks. */
const quoted = (text: string): string => asciiLine(text).replaceAll(/["\\\\]/g, "'");

/** Reads an input; a category is rounded to a level where it is a voltage. */
function inputLines(input: ExportedInput, variable: string, source: InputSource | undefined): string[] {
  const { identifier } = input;
  const read = { parameter: identifier, port: `V(${identifier})`, across: "V(p, n)" }[source ?? "parameter"];
  if (input.kind === "categorical") {
    const rounded = source === "port" ? `floor(${read} + 0.5)` : read;
    return [`    ${variable} = min(max(${rounded}, 0.0), ${numberText(input.levels.length - 1)});`];
  }
  const held = `min(max(${variable}, ${numberText(input.minimum)}), ${numberText(input.maximum)})`;
  return [`    ${variable} = ${read};`, `    if (clip == 1) ${variable} = ${held};`];
}
