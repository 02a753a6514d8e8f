/** A model of any program, with plain names: numbers as inputs, scalars and curves without a coordinate's name as outputs. */
import type { ExportedModel, TestVectors } from "../../../engine/exports/exported-model.ts";
import { type Program, ProgramBuilder } from "../../../engine/exports/program.ts";
import { runProgram } from "../../../engine/exports/run-program.ts";
import { createRandom } from "../../../engine/math/random.ts";

export function plainModel(program: Program, inputs: number): ExportedModel {
  return {
    identifier: "plain_model",
    title: "Plain model",
    jobId: 1,
    version: "1",
    createdAt: "2026-11-23T12:00:00.000Z",
    inputs: Array.from({ length: inputs }, (_, at) => ({
      name: `x${at}`,
      identifier: `x${at}`,
      description: "",
      unit: "",
      kind: "continuous",
      minimum: -1,
      maximum: 1,
      initial: 0,
    })),
    outputs: program.results.map(({ mean }, at) => {
      const size = program.instructions[mean]?.columns ?? 1;
      const knots = Float64Array.from({ length: size }, (_, k) => k);
      return {
        name: `y${at}`,
        identifier: `y${at}`,
        description: "",
        unit: "",
        size,
        curve: size === 1 ? null : { name: "row", identifier: "row", unit: "", knots, input: null },
        coefficientOfDetermination: 1,
        coverage: 0.95,
        error: null,
        isLogarithmic: false,
        largestDifference: 0,
      };
    }),
    program,
    hasBounds: program.results.every(({ lower }) => lower !== null),
    farness: null,
    fidelity: { kind: "exact" },
  };
}

export function plainVectors(program: Program, points: Float64Array, count: number): TestVectors {
  const values = runProgram(program, points, count);
  return { points, count, emulator: values, program: values };
}

/** Scaled inputs, layers of tanh units, and outputs without bounds; random weights that keep the units from saturating. */
export function networkProgram(inputs: number, hidden: readonly number[], outputs: number): Program {
  const random = createRandom(5);
  const draw = (length: number, scale: number) =>
    Float64Array.from({ length }, () => scale * random.normal());
  const b = new ProgramBuilder(inputs);
  const layer = (of: number, width: number) => {
    const from = b.columnsOf(of);
    return b.add(b.product(draw(width * from, 1 / Math.sqrt(from)), of), b.constant(draw(width, 0.5)));
  };
  const scaled = b.divide(b.subtract(b.inputs, b.constant(draw(inputs, 0.1))), b.constant(draw(inputs, 1)));
  const last = hidden.reduce((of, width) => b.tanh(layer(of, width)), scaled);
  const all = layer(last, outputs);
  const results = Array.from({ length: outputs }, (_, at) => {
    const mean = b.add(b.multiply(b.pick(all, [at]), b.number(3)), b.number(1));
    return { mean, lower: null, upper: null };
  });
  return { instructions: b.instructions, results };
}
