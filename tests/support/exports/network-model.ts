/** A small network as it is exported, without a training. */

import type { ExportedModel, TestVectors } from "../../../engine/exports/exported-model.ts";
import { uniqueIdentifiers } from "../../../engine/exports/identifiers.ts";
import { type Program, ProgramBuilder } from "../../../engine/exports/program.ts";
import { runProgram } from "../../../engine/exports/run-program.ts";
import { createRandom, type Random } from "../../../engine/math/random.ts";
import type { ExportShape } from "../../../shared/api/emulator-export.ts";

/** The names of the module, its three inputs and its two outputs; the first output is a curve of the first input. */
export type NetworkNames = readonly [string, string, string, string, string, string];

/** Names that what a file names for itself might have, too. */
export const COLLIDING_NAMES: readonly NetworkNames[] = [
  ["amplifier", "p", "N", "clip", "gnd", "range"],
  ["gain", "x0", "Y0", "gain", "y1", "Y1_lower"],
  ["amplifier", "m", "temp", "worst", "check", "evaluate"],
  ["amplifier", "hertz", "temper", "failures", "value", "difference"],
  ["amplifier", "across", "device", "tc1", "v", "vx"],
];

/** Two layers of six tanh units, one input on a logarithmic scale and one a category; the second output is exp of the first. */
export function networkModel(
  names: NetworkNames = ["amplifier", "V", "L", "corner", "I", "gain"],
  { hasBounds = false } = {},
): { model: ExportedModel; vectors: TestVectors } {
  const [module, ...variableNames] = names;
  const identifiers = uniqueIdentifiers(variableNames);
  const labels = (at: number) => ({ name: variableNames[at] ?? "", identifier: identifiers[at] ?? "" });
  const random = createRandom(7);
  const program = networkProgram(random, hasBounds);
  const points = Float64Array.from({ length: 60 }, (_, at) =>
    at % 3 === 2 ? Math.floor(3 * random.uniform()) : 0.1 + random.uniform(),
  );
  const output = {
    description: "",
    unit: "A",
    size: 1,
    coefficientOfDetermination: 0.999,
    coverage: 0.95,
    error: 1e-3,
    isLogarithmic: false,
    largestDifference: 0,
  };
  const model: ExportedModel = {
    identifier: module,
    title: 'An "amplifier"\n`endif */ endmodule',
    jobId: 12,
    version: "3",
    createdAt: "2026-11-23T12:00:00Z",
    inputs: [
      {
        ...labels(0),
        description: 'the "drain" voltage \\',
        unit: "V",
        kind: "continuous",
        minimum: 0.2,
        maximum: 0.9,
        initial: 0.5,
      },
      {
        ...labels(1),
        description: "",
        unit: "µm",
        kind: "continuous",
        minimum: 0.2,
        maximum: 0.9,
        initial: 0.5,
      },
      {
        ...labels(2),
        description: "",
        unit: "",
        kind: "categorical",
        levels: ["tt", "ss", "ff"],
        initial: 0,
      },
    ],
    outputs: [
      {
        ...output,
        ...labels(3),
        curve: { ...labels(0), unit: "V", knots: Float64Array.of(0, 1), input: 0 },
      },
      { ...output, ...labels(4), curve: null },
    ],
    program,
    hasBounds,
    farness: null,
    fidelity: { kind: "exact" },
  };
  const values = runProgram(program, points, 20);
  return { model, vectors: { points, count: 20, emulator: values, program: values } };
}

function networkProgram(random: Random, hasBounds: boolean): Program {
  const draw = (length: number) => Float64Array.from({ length }, () => random.normal());
  const builder = new ProgramBuilder(3);
  const [voltage, length, corner] = [0, 1, 2].map((at) => builder.pick(builder.inputs, [at]));
  const level = builder.equal(corner ?? 0, builder.number(1));
  const scaled = builder.join([voltage ?? 0, builder.log(length ?? 0), level]);
  const hidden = builder.tanh(builder.add(builder.product(draw(18), scaled), builder.constant(draw(6))));
  const further = builder.tanh(builder.add(builder.product(draw(36), hidden), builder.constant(draw(6))));
  const current = builder.add(builder.product(draw(6), further), builder.number(0.3));
  const gain = builder.exp(builder.minimum(current, builder.number(2)));
  return {
    instructions: builder.instructions,
    results: [current, gain].map((mean) => ({
      mean,
      lower: hasBounds ? builder.subtract(mean, builder.number(0.5)) : null,
      upper: hasBounds ? builder.add(mean, builder.number(0.25)) : null,
    })),
  };
}

/** @param curve the output that a device follows. */
export const listShapes = (curve: string): ExportShape[] => [
  { kind: "parameters" },
  { kind: "ports" },
  { kind: "device", output: curve, positive: "p", negative: "n", control: null },
  { kind: "device", output: curve, positive: "d", negative: "s", control: "g" },
];
