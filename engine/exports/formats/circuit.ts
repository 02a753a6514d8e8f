/** How the model becomes a part of a circuit, in whatever language that is written. */
import type { ExportShape } from "@understudy/shared/api/emulator-export.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { rangeOf } from "../../dataset/scaling.ts";
import { type ExportedInput, type ExportedModel, meansOf, type TestVectors } from "../exported-model.ts";
import { freeIdentifier } from "../identifiers.ts";
import { KEYWORDS } from "../keywords.ts";
import { RESULT_PARTS, type ResultPart } from "../program.ts";
import type { Operand } from "../scalar-assignment.ts";
import { type ScalarProgram, toScalarProgram } from "../scalar-program.ts";
import { referenceOf } from "../test-vectors.ts";

/**
 * Identifiers of people begin with a letter: what a format names for itself begins with an underscore, and what a person
 * connects has a name that no input or output has.
 */
export interface Circuit {
  /** Of the module or subcircuit. */
  identifier: string;
  program: ScalarProgram;
  /** In the order of the model's. */
  inputs: readonly CircuitInput[];
  /** Of the module, in their order: inputs that are voltages and outputs, or those of a device. */
  terminals: readonly string[];
  /** Of a device; null otherwise. */
  device: CircuitDevice | null;
  /** What is written: first the means, one a value, then, where the model has bounds, lower and upper ones. */
  written: readonly Written[];
}

/**
 * The current from its positive to its negative terminal is a curve of the voltage from `swept` to the negative one. The other
 * inputs are parameters, and the other outputs are left out.
 */
export interface CircuitDevice {
  positive: string;
  negative: string;
  /** The positive terminal of a two-terminal device, or a third one, into which no current flows. */
  swept: string;
}

export interface CircuitInput {
  input: ExportedInput;
  /** Where it is read from: a parameter or a terminal of its identifier, or the voltage that a device's current follows. */
  source: "parameter" | "port" | "swept";
}

export interface Written {
  /** The terminal that has this voltage; of a device it names nothing. */
  node: string;
  value: Operand;
  /** What it is in the model: a value of this output. */
  output: number;
  part: ResultPart;
  column: number;
}

/** @throws UserError where the shape is a device and the output is no curve whose program takes its coordinate. */
export function circuitOf(model: ExportedModel, shape: ExportShape): Circuit {
  const curve = shape.kind === "device" ? curveOf(model, shape.output) : null;
  const { instructions, results } = model.program;
  const kept = curve === null ? results : [meansOf(results[curve.output])];
  const program = toScalarProgram({ instructions, results: kept }, model.inputs.length);
  const outputs = curve === null ? model.outputs.map((_, output) => output) : [curve.output];
  const taken = new Set(
    [...model.inputs, ...model.outputs].map(({ identifier }) => identifier.toLowerCase()),
  );
  const written = writtenOf(model, outputs, program, taken);
  const device = shape.kind === "device" ? deviceOf(shape, taken) : null;
  const inputs = model.inputs.map((input, at): CircuitInput => {
    if (at === curve?.coordinate) return { input, source: "swept" };
    return { input, source: shape.kind === "ports" ? "port" : "parameter" };
  });
  const ports = inputs.flatMap(({ input, source }) => (source === "port" ? [input.identifier] : []));
  const nodes = written.map(({ node }) => node);
  const terminals =
    device === null ? [...ports, ...nodes] : [...new Set([device.positive, device.negative, device.swept])];
  return { identifier: model.identifier, program, inputs, terminals, device, written };
}

/** Terminals whose names no input, no output and no other terminal has, nor any of the languages. */
function deviceOf(
  { positive, negative, control }: Extract<ExportShape, { kind: "device" }>,
  taken: Set<string>,
): CircuitDevice {
  const unavailable = new Set([...KEYWORDS, ...taken]);
  const takeName = (terminal: string): string => {
    const name = freeIdentifier(terminal, unavailable);
    unavailable.add(name.toLowerCase());
    return name;
  };
  const [plus, minus] = [takeName(positive), takeName(negative)];
  return { positive: plus, negative: minus, swept: control === null ? plus : takeName(control) };
}

function curveOf({ outputs }: ExportedModel, name: string): { output: number; coordinate: number } {
  const output = outputs.findIndex((one) => one.name === name);
  const coordinate = outputs[output]?.curve?.input ?? null;
  if (coordinate === null) throw new UserError(`“${name}” is no curve that a device could follow.`);
  return { output, coordinate };
}

/**
 * @param outputs those of the program, as they are numbered in the model.
 * @param taken in lower case; the names of the nodes are added.
 */
function writtenOf(
  model: ExportedModel,
  outputs: readonly number[],
  { results }: ScalarProgram,
  taken: Set<string>,
): Written[] {
  const nodeOf = (identifier: string, suffix: string): string => {
    if (suffix === "") return identifier;
    const node = freeIdentifier(`${identifier}${suffix}`, taken);
    taken.add(node.toLowerCase());
    return node;
  };
  return RESULT_PARTS.flatMap((part) =>
    outputs.flatMap((output, at) => {
      const { identifier } = model.outputs[output];
      const values = results[at]?.[part] ?? [];
      return values.map((value, column): Written => {
        const suffix = `${part === "mean" ? "" : `_${part}`}${values.length === 1 ? "" : `_${column + 1}`}`;
        return { node: nodeOf(identifier, suffix), value, output, part, column };
      });
    }),
  );
}

/** The name of a variable of the program. */
export const variableName = ({ inputs }: Circuit, index: number): string =>
  index < inputs.length ? `_x${index}` : `_y${index - inputs.length}`;

export interface ExpectedColumn {
  /** At every test vector. */
  values: Float64Array;
  /** See `unitOf`. */
  range: number;
}

/** What must be written, in that order. */
export function expectedColumns({ written }: Circuit, vectors: TestVectors): ExpectedColumn[] {
  const reference = referenceOf(vectors);
  return written.map(({ output, part, column }) => {
    const all = reference[output][part] ?? new Float64Array(0);
    const size = all.length / vectors.count;
    const values = Float64Array.from({ length: vectors.count }, (_, i) => all[i * size + column]);
    return { values, range: unitOf(values) };
  });
}

/** What differences are measured in: how far the values are apart; where they are all the same, their size, or 1. */
function unitOf(values: Float64Array): number {
  const { low, high } = rangeOf(values);
  return high - low || Math.abs(high) || 1;
}
