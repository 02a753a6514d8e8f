/** A small network as it is exported, without a training. */
import type { ExportedModel, TestVectors } from "../../../engine/exports/exported-model.ts";
import { ProgramBuilder } from "../../../engine/exports/program.ts";
import { runProgram } from "../../../engine/exports/run-program.ts";
import { createRandom } from "../../../engine/math/random.ts";

/** Two layers of six tanh units, one input on a logarithmic scale and one a category; the second output is exp of the first. */
export function networkModel(): { model: ExportedModel; vectors: TestVectors } {
  const random = createRandom(7);
  const draw = (length: number) => Float64Array.from({ length }, () => random.normal());
  const builder = new ProgramBuilder(3);
  const [voltage, length, corner] = [0, 1, 2].map((at) => builder.pick(builder.inputs, [at]));
  const level = builder.equal(corner ?? 0, builder.number(1));
  const scaled = builder.join([voltage ?? 0, builder.log(length ?? 0), level]);
  const hidden = builder.tanh(builder.add(builder.product(draw(18), scaled), builder.constant(draw(6))));
  const further = builder.tanh(builder.add(builder.product(draw(36), hidden), builder.constant(draw(6))));
  const current = builder.add(builder.product(draw(6), further), builder.number(0.3));
  const gain = builder.exp(builder.minimum(current, builder.number(2)));
  const program = {
    instructions: builder.instructions,
    results: [current, gain].map((mean) => ({ mean, lower: null, upper: null })),
  };
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
    largestDifference: 0,
  };
  const model: ExportedModel = {
    identifier: "amplifier",
    title: 'An "amplifier"\n`endif */ endmodule',
    jobId: 12,
    version: "3",
    createdAt: "2026-11-23T12:00:00Z",
    inputs: [
      {
        name: "V",
        identifier: "v",
        description: 'the "drain" voltage \\',
        unit: "V",
        kind: "continuous",
        minimum: 0.2,
        maximum: 0.9,
        initial: 0.5,
      },
      {
        name: "L",
        identifier: "l",
        description: "",
        unit: "µm",
        kind: "continuous",
        minimum: 0.2,
        maximum: 0.9,
        initial: 0.5,
      },
      {
        name: "corner",
        identifier: "corner",
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
        name: "I",
        identifier: "i",
        curve: { name: "V", identifier: "v", unit: "V", knots: Float64Array.of(0, 1), input: 0 },
      },
      { ...output, name: "gain", identifier: "gain", curve: null },
    ],
    program,
    hasBounds: false,
    fidelity: { kind: "exact" },
  };
  return { model, vectors: { points, count: 20, emulator: runProgram(program, points, 20), program: null } };
}
