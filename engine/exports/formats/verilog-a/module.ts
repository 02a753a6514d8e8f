/** A flat Verilog-A module of a program that is short enough to be written number by number. */
import { UserError } from "@understudy/shared/user-error.ts";
import type { ExportedInput, ExportedModel } from "../../exported-model.ts";
import { headerLines } from "../../header-lines.ts";
import { type Operand, toScalarProgram } from "../../scalar-program.ts";
import { asciiLine } from "../../user-text.ts";
import { type ExpressionNames, numberText, statementsOf } from "../expression.ts";

/** How a circuit sees the model. */
export type VerilogAShape =
  | /** Inputs are parameters, outputs voltages. */ { kind: "parameters" }
  | /** Inputs and outputs are voltages. */ { kind: "ports" }
  | /**
   * A two-terminal device: the current from p to n is this curve of the voltage between them. The other inputs are parameters,
   * and the other outputs are left out.
   */ { kind: "device"; output: string };

export interface VerilogAModule {
  text: string;
  /** The nodes that hold the outputs, one a value: first the means, then, where the model has bounds, lower and upper ones. */
  outputNodes: readonly string[];
}

type Written = { node: string; value: Operand };
/** Where an input is read from; the text before the module holds it within its range. */
type Source = { kind: "parameter" } | { kind: "voltage"; text: string };

/** @throws UserError where the shape is a device and the output is no curve whose program takes its coordinate. */
export function verilogAModule(model: ExportedModel, shape: VerilogAShape): VerilogAModule {
  const { inputs } = model;
  const program = toScalarProgram(model.program, inputs.length);
  const coordinate = shape.kind === "device" ? coordinateOf(model, shape.output) : null;
  const written = writtenOf(model, program.results, shape);
  const sources = inputs.map(({ identifier }, at): Source => {
    if (at === coordinate) return { kind: "voltage", text: "V(p, n)" };
    return shape.kind === "ports" ? { kind: "voltage", text: `V(${identifier})` } : { kind: "parameter" };
  });
  const names: ExpressionNames = {
    variable: (index) => (index < inputs.length ? `x${index}` : `y${index - inputs.length}`),
    call: (name) => name,
  };
  const statements = statementsOf(program, names);
  const inputPorts = shape.kind === "ports" ? inputs.map(({ identifier }) => identifier) : [];
  const outputPorts = shape.kind === "device" ? [] : written.map(({ node }) => node);
  const terminals = shape.kind === "device" ? ["p", "n"] : [...inputPorts, ...outputPorts];
  const textOf = (value: Operand): string =>
    value.kind === "number" ? numberText(value.value) : names.variable(value.index);
  const lines = [
    ...headerLines(model).map((line) => `// ${asciiLine(line)}`.trimEnd()),
    "",
    '`include "constants.vams"',
    '`include "disciplines.vams"',
    "",
    `module ${model.identifier}(${terminals.join(", ")});`,
    ...declared("inout", shape.kind === "device" ? ["p", "n"] : []),
    ...declared("input", inputPorts),
    ...declared("output", outputPorts),
    ...declared("electrical", terminals),
    ...inputs.flatMap((input, at) => (sources[at]?.kind === "parameter" ? [parameterLine(input)] : [])),
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
      shape.kind === "device" ? `    I(p, n) <+ ${textOf(value)};` : `    V(${node}) <+ ${textOf(value)};`,
    ),
    "  end",
    "endmodule",
    "",
  ];
  return { text: lines.join("\n"), outputNodes: written.map(({ node }) => node) };
}

function coordinateOf({ outputs }: ExportedModel, name: string): number {
  const input = outputs.find((output) => output.name === name)?.curve?.input ?? null;
  if (input === null) throw new UserError(`“${name}” is no curve that a device could follow.`);
  return input;
}

function writtenOf(
  { outputs }: ExportedModel,
  results: ReturnType<typeof toScalarProgram>["results"],
  shape: VerilogAShape,
): Written[] {
  const nodes = (at: number, end: string, values: readonly Operand[] | null): Written[] => {
    const { identifier = "" } = outputs[at] ?? {};
    const of = (k: number): string => (values?.length === 1 ? "" : `_${k + 1}`);
    return (values ?? []).map((value, k) => ({ node: `${identifier}${end}${of(k)}`, value }));
  };
  if (shape.kind === "device") {
    const at = outputs.findIndex(({ name }) => name === shape.output);
    return nodes(at, "", results[at]?.mean ?? []);
  }
  return [
    ...results.flatMap(({ mean }, at) => nodes(at, "", mean)),
    ...results.flatMap(({ lower }, at) => nodes(at, "_lower", lower)),
    ...results.flatMap(({ upper }, at) => nodes(at, "_upper", upper)),
  ];
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

/** Reads an input; categories are rounded to a level where they are voltages. */
function inputLines(input: ExportedInput, variable: string, source: Source | undefined): string[] {
  const read = source?.kind === "voltage" ? source.text : input.identifier;
  if (input.kind === "categorical") {
    const rounded = source?.kind === "voltage" ? `floor(${read} + 0.5)` : read;
    return [`    ${variable} = min(max(${rounded}, 0.0), ${numberText(input.levels.length - 1)});`];
  }
  const held = `min(max(${variable}, ${numberText(input.minimum)}), ${numberText(input.maximum)})`;
  return [`    ${variable} = ${read};`, `    if (clip == 1) ${variable} = ${held};`];
}
