/** An emulator as what is exported of it, and what a distillation asks of it. */
import { predictedValues } from "../../../engine/exports/assembly/comparison.ts";
import type { ExportedModel, ExportedOutput, VectorValues } from "../../../engine/exports/exported-model.ts";
import { uniqueIdentifiers } from "../../../engine/exports/identifiers.ts";
import { type Program, ProgramBuilder } from "../../../engine/exports/program.ts";
import type { Emulator } from "../../../engine/models/emulator.ts";

/**
 * @param program none for an emulator that is a formula: only the distilled model has one then.
 * @param errors of each output.
 */
export function emulatorModel(
  { inputs, outputs }: Emulator,
  errors: readonly (number | null)[],
  program: Program | null = null,
): ExportedModel {
  const names = [...inputs, ...outputs].map(({ name }) => name);
  const identifiers = uniqueIdentifiers(names);
  const named = (at: number) => ({
    name: names[at] ?? "",
    identifier: identifiers[at] ?? "",
    description: "",
    unit: "",
  });
  const { instructions, inputs: value } = new ProgramBuilder(inputs.length);
  return {
    identifier: "sample",
    title: "Sample",
    jobId: 1,
    version: "1",
    createdAt: "2026-11-23T12:00:00Z",
    inputs: inputs.map((input, at) => {
      if (input.kind === "categorical")
        return { ...named(at), kind: "categorical", levels: input.levels, initial: 0 };
      const { minimum, maximum } = input;
      return { ...named(at), kind: "continuous", minimum, maximum, initial: (minimum + maximum) / 2 };
    }),
    outputs: outputs.map((output, at): ExportedOutput => {
      const { size, coordinate, knots, coefficientOfDetermination, coverage } = output;
      const curve = { name: coordinate ?? "index", identifier: "along", unit: "V", knots, input: null };
      return {
        ...named(inputs.length + at),
        size,
        curve: size === 1 ? null : curve,
        coefficientOfDetermination,
        coverage,
        error: errors[at] ?? null,
        isLogarithmic: false,
        largestDifference: 0,
      };
    }),
    program: program ?? {
      instructions,
      results: outputs.map(() => ({ mean: value, lower: null, upper: null })),
    },
    hasBounds: true,
    farness: null,
    fidelity: { kind: "exact" },
  };
}

/** Means and bounds of all outputs. */
export const createPredictor = (emulator: Emulator) => {
  const names = emulator.outputs.map(({ name }) => name);
  return (points: Float64Array, count: number): VectorValues[] =>
    predictedValues(emulator, names, points, count);
};
