/** The model as a part of a circuit, in whatever language that is written. */
import type { ExportShape } from "@understudy/shared/api/emulator-export.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { rangeOf } from "../../../dataset/scaling.ts";
import {
  dropBounds,
  type ExportedInput,
  type ExportedModel,
  type TestVectors,
} from "../../exported-model.ts";
import { freeIdentifier } from "../../identifiers.ts";
import { RESERVED_NAMES } from "../../keywords.ts";
import { RESULT_PARTS, type ResultPart } from "../../program.ts";
import type { Operand } from "../../scalar-assignment.ts";
import { type ScalarProgram, toScalarProgram } from "../../scalar-program.ts";
import { selectReference } from "../../test-vectors.ts";

/**
 * Identifiers of people begin with a letter: what a format names for itself begins with an underscore, and what a person
 * connects has a name that no input or output has.
 */
export interface Circuit {
  /** The name of the module or subcircuit. */
  identifier: string;
  program: ScalarProgram;
  /** In the order of the model's. */
  inputs: readonly CircuitInput[];
  /** The terminals of the module, in their order: inputs that are voltages and outputs, or those of a device. */
  terminals: readonly string[];
  /** The facts of a device; null otherwise. */
  device: CircuitDevice | null;
  /**
   * The values that are written: first the means, one a value, then, where the model has bounds, lower and upper
   * ones.
   */
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
  /**
   * The source of its value: a parameter or a terminal of its identifier, or the voltage that a device's current
   * follows.
   */
  source: "parameter" | "port" | "swept";
}

export interface Written {
  /** The terminal that has this voltage; of a device it names nothing. */
  node: string;
  value: Operand;
  /** The index of the output in the model whose value it is. */
  output: number;
  part: ResultPart;
  column: number;
}

/** @throws UserError where the shape is a device and the output is no curve whose program takes its coordinate. */
export function makeCircuit(model: ExportedModel, shape: ExportShape): Circuit {
  const curve = shape.kind === "device" ? findCurve(model, shape.output) : null;
  const { instructions, results } = model.program;
  const shownResults = curve === null ? results : [dropBounds(results[curve.output])];
  const program = toScalarProgram({ instructions, results: shownResults }, model.inputs.length);
  const outputs = curve === null ? model.outputs.map((_, output) => output) : [curve.output];
  const taken = new Set(
    [...model.inputs, ...model.outputs].map(({ identifier }) => identifier.toLowerCase()),
  );
  const written = listWritten(model, outputs, program, taken);
  const device = shape.kind === "device" ? makeDevice(shape, taken) : null;
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
function makeDevice(
  { positive, negative, control }: Extract<ExportShape, { kind: "device" }>,
  taken: Set<string>,
): CircuitDevice {
  const unavailable = new Set([...RESERVED_NAMES, ...taken]);
  const takeName = (terminal: string): string => {
    const name = freeIdentifier(terminal, unavailable);
    unavailable.add(name.toLowerCase());
    return name;
  };
  const [plus, minus] = [takeName(positive), takeName(negative)];
  return { positive: plus, negative: minus, swept: control === null ? plus : takeName(control) };
}

function findCurve({ outputs }: ExportedModel, name: string): { output: number; coordinate: number } {
  const output = outputs.findIndex((candidate) => candidate.name === name);
  const coordinate = outputs[output]?.curve?.input ?? null;
  if (coordinate === null) throw new UserError(`“${name}” is no curve that a device could follow.`);
  return { output, coordinate };
}

/**
 * @param outputs those of the program, as they are numbered in the model.
 * @param taken in lower case; the names of the nodes are added.
 */
function listWritten(
  model: ExportedModel,
  outputs: readonly number[],
  { results }: ScalarProgram,
  taken: Set<string>,
): Written[] {
  const makeNode = (identifier: string, suffix: string): string => {
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
        return { node: makeNode(identifier, suffix), value, output, part, column };
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
  /** The unit of differences; see `chooseUnit`. */
  range: number;
}

/** Lists the columns that must be written, in that order. */
export function expectedColumns({ written }: Circuit, vectors: TestVectors): ExpectedColumn[] {
  const reference = selectReference(vectors);
  return written.map(({ output, part, column }) => {
    const all = reference[output][part] ?? new Float64Array(0);
    const size = all.length / vectors.count;
    const values = Float64Array.from({ length: vectors.count }, (_, i) => all[i * size + column]);
    return { values, range: chooseUnit(values) };
  });
}

/** Chooses the unit of differences: the range of the values; where they are all the same, their size, or 1. */
function chooseUnit(values: Float64Array): number {
  const { low, high } = rangeOf(values);
  return high - low || Math.abs(high) || 1;
}
