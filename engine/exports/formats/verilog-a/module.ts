/** A flat Verilog-A module of a program that is short enough to be written number by number. */
import type { ExportedInput, ExportedModel } from "../../exported-model.ts";
import { headerLines } from "../../header-lines.ts";
import { asciiLine } from "../../user-text.ts";
import { type Circuit, type CircuitInput, variableName } from "../circuit/circuit.ts";
import {
  type ExpressionNames,
  inputText,
  numberText,
  operandText,
  writeStatements,
} from "../circuit/expression.ts";

/** @param clips whether inputs are held within their ranges unless the circuit says otherwise */
export function verilogAModule(model: ExportedModel, circuit: Circuit, clips: boolean): string {
  const { identifier, program, inputs, terminals, device, written } = circuit;
  const names: ExpressionNames = { variable: (index) => variableName(circuit, index), call: (name) => name };
  const statements = writeStatements(program, names);
  const ports = inputs.flatMap(({ input, source }) => (source === "port" ? [input.identifier] : []));
  const lines = [
    ...headerLines(model).map((line) => `// ${asciiLine(line)}`.trimEnd()),
    "",
    '`include "constants.vams"',
    '`include "disciplines.vams"',
    "",
    `module ${identifier}(${terminals.join(", ")});`,
    ...declared("inout", device === null ? [] : terminals),
    ...declared("input", ports),
    ...declared("output", device === null ? written.map(({ node }) => node) : []),
    ...declared("electrical", terminals),
    ...inputs.flatMap(({ input, source }) => (source === "parameter" ? [parameterLine(input)] : [])),
    "  // 1 holds the inputs within the ranges that the emulator was trained on, 0 does not.",
    `  parameter integer clip = ${clips ? 1 : 0} from [0:1];`,
    ...declared("real", [
      ...inputs.map((_, at) => names.variable(at)),
      ...statements.map(({ variable }) => names.variable(variable)),
    ]),
    "",
    "  analog begin",
    ...inputs.map(
      (circuitInput, at) =>
        `    ${names.variable(at)} = ${inputText(circuitInput.input, writeRead(circuit, circuitInput), "clip == 1")};`,
    ),
    ...statements.map(({ variable, text }) => `    ${names.variable(variable)} = ${text};`),
    ...written.map(({ node, value }) => {
      const access = device === null ? `V(${node})` : `I(${device.positive}, ${device.negative})`;
      return `    ${access} <+ ${operandText(value, names)};`;
    }),
    "  end",
    "endmodule",
    "",
  ];
  return lines.join("\n");
}

function writeRead({ device }: Circuit, { input, source }: CircuitInput): string {
  if (source === "parameter") return input.identifier;
  return source === "port" ? `V(${input.identifier})` : `V(${device?.swept}, ${device?.negative})`;
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
