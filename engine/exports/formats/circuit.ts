/** How the model becomes a part of a circuit, in whatever language that is written. */
import { UserError } from "@understudy/shared/user-error.ts";
import type { ExportedModel, ExportedOutput, TestVectors, VectorValues } from "../exported-model.ts";
import { type Operand, type ScalarProgram, toScalarProgram } from "../scalar-program.ts";

/** How a circuit sees the model. */
export type CircuitShape =
  | /** Inputs are parameters, outputs voltages. */ { kind: "parameters" }
  | /** Inputs and outputs are voltages. */ { kind: "ports" }
  | /**
   * A two-terminal device: the current from p to n is this curve of the voltage between them. The other inputs are parameters,
   * and the other outputs are left out.
   */ { kind: "device"; output: string };

/** Where an input is read from: a parameter, a port, or the voltage across the device. */
export type InputSource = "parameter" | "port" | "across";

export interface Circuit {
  program: ScalarProgram;
  /** Of each input. */
  sources: readonly InputSource[];
  /** Of the module: inputs that are ports, and outputs; of a device p and n. */
  inputPorts: readonly string[];
  outputPorts: readonly string[];
  /** What is written: first the means, one a value, then, where the model has bounds, lower and upper ones. */
  written: readonly Written[];
}

export interface Written {
  /** Of a device it names nothing. */
  node: string;
  value: Operand;
}

/** @throws UserError where the shape is a device and the output is no curve whose program takes its coordinate. */
export function circuitOf(model: ExportedModel, shape: CircuitShape): Circuit {
  const coordinate = shape.kind === "device" ? coordinateOf(model, shape.output) : null;
  const isWritten = (at: number): boolean =>
    shape.kind !== "device" || model.outputs[at]?.name === shape.output;
  const { instructions, results } = model.program;
  const outputs = model.outputs.filter((_, at) => isWritten(at));
  const kept = results.filter((_, at) => isWritten(at));
  const program = toScalarProgram(
    {
      instructions,
      results: coordinate === null ? kept : kept.map(({ mean }) => ({ mean, lower: null, upper: null })),
    },
    model.inputs.length,
  );
  const written = writtenOf(outputs, program);
  return {
    program,
    inputPorts: shape.kind === "ports" ? model.inputs.map(({ identifier }) => identifier) : [],
    outputPorts: shape.kind === "device" ? [] : written.map(({ node }) => node),
    sources: model.inputs.map((_, at) => {
      if (at === coordinate) return "across";
      return shape.kind === "ports" ? "port" : "parameter";
    }),
    written,
  };
}

function coordinateOf({ outputs }: ExportedModel, name: string): number {
  const input = outputs.find((output) => output.name === name)?.curve?.input ?? null;
  if (input === null) throw new UserError(`“${name}” is no curve that a device could follow.`);
  return input;
}

function writtenOf(outputs: readonly ExportedOutput[], { results }: ScalarProgram): Written[] {
  const nodes = (at: number, end: string, values: readonly Operand[] | null): Written[] => {
    const { identifier = "" } = outputs[at] ?? {};
    const of = (k: number): string => (values?.length === 1 ? "" : `_${k + 1}`);
    return (values ?? []).map((value, k) => ({ node: `${identifier}${end}${of(k)}`, value }));
  };
  return [
    ...results.flatMap(({ mean }, at) => nodes(at, "", mean)),
    ...results.flatMap(({ lower }, at) => nodes(at, "_lower", lower)),
    ...results.flatMap(({ upper }, at) => nodes(at, "_upper", upper)),
  ];
}

/** What must be written, in that order: of each the value at every point. */
export function expectedColumns(
  { outputs, hasBounds }: ExportedModel,
  shape: CircuitShape,
  { program, emulator, count }: TestVectors,
): Float64Array[] {
  const values = program ?? emulator;
  const columnsOf = (at: number, end: keyof VectorValues): Float64Array[] => {
    const all = values[at]?.[end];
    const size = outputs[at]?.size ?? 0;
    if (all === null || all === undefined) return [];
    return Array.from({ length: size }, (_, k) =>
      Float64Array.from({ length: count }, (_, i) => all[i * size + k]),
    );
  };
  if (shape.kind === "device")
    return columnsOf(
      outputs.findIndex(({ name }) => name === shape.output),
      "mean",
    );
  const ends: readonly (keyof VectorValues)[] = hasBounds ? ["mean", "lower", "upper"] : ["mean"];
  return ends.flatMap((end) => outputs.flatMap((_, at) => columnsOf(at, end)));
}

/** Of a column; of one that never changes its size, or 1. */
export function rangeOf(values: Float64Array): number {
  const low = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const high = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  return high - low || Math.abs(high) || 1;
}
