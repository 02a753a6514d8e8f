/**
 * The twin of the Verilog-A module for SPICE: a subcircuit with a node for each variable. A sum is made by linear sources: these
 * cost a simulator a small part of what an expression with as many derivatives does.
 */
import type { ExportedModel } from "../../exported-model.ts";
import { headerLines } from "../../header-lines.ts";
import type { LinearTerm } from "../../scalar-assignment.ts";
import { asciiLine } from "../../user-text.ts";
import { type Circuit, type CircuitInput, variableName } from "../circuit/circuit.ts";
import {
  assignmentText,
  type ExpressionNames,
  inputText,
  numberText,
  operandText,
} from "../circuit/expression.ts";

/** @param clips whether inputs are held within their ranges unless the circuit says otherwise */
export function subcircuit(model: ExportedModel, circuit: Circuit, clips: boolean): string {
  const { identifier, program, inputs, terminals, device, written } = circuit;
  const makeNode = (index: number): string => variableName(circuit, index);
  const names: ExpressionNames = { variable: (index) => `v(${makeNode(index)})`, call: (name) => name };
  const initials = inputs.flatMap(({ input, source }) =>
    source === "parameter" ? [`${input.identifier}=${numberText(input.initial)}`] : [],
  );
  return [
    ...headerLines(model).map((line) => `* ${asciiLine(line)}`.trimEnd()),
    "* clip = 1 holds the inputs within the ranges that the emulator was trained on, 0 does not.",
    ...continued([".subckt", identifier, ...terminals, "params:", ...initials, `clip=${clips ? 1 : 0}`]),
    ...inputs.flatMap((circuitInput, at) =>
      voltage(makeNode(at), inputText(circuitInput.input, writeRead(circuit, circuitInput), "{clip} > 0.5")),
    ),
    ...program.assignments.flatMap((assignment, at) => {
      const node = makeNode(inputs.length + at);
      return assignment.kind === "linear"
        ? writeSum(node, assignment, makeNode)
        : voltage(node, assignmentText(assignment, names));
    }),
    ...written.flatMap(({ node, value }) => {
      const text = operandText(value, names);
      return device === null
        ? voltage(node, text)
        : continued(["B_current", device.positive, device.negative, "I", "=", text]);
    }),
    `.ends ${identifier}`,
    "",
  ].join("\n");
}

/** Currents into a node whose voltage they make; its conductance is a source too, which unlike a resistor has no noise. */
function writeSum(
  node: string,
  { constant, terms }: { constant: number; terms: readonly LinearTerm[] },
  nodeOf: (index: number) => string,
): string[] {
  return [
    `G${node} ${node} 0 ${node} 0 1.0`,
    ...(constant === 0 ? [] : [`I${node} 0 ${node} dc ${numberText(constant)}`]),
    ...terms.map(
      ({ coefficient, variable }, k) =>
        `G${node}_${k + 1} 0 ${node} ${nodeOf(variable)} 0 ${numberText(coefficient)}`,
    ),
  ];
}

const voltage = (node: string, expression: string): string[] =>
  continued([`B${node}`, node, "0", "V", "=", ...expression.split(" ")]);

function writeRead({ device }: Circuit, { input, source }: CircuitInput): string {
  if (source === "parameter") return `{${input.identifier}}`;
  return source === "port" ? `v(${input.identifier})` : `v(${device?.swept}, ${device?.negative})`;
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
