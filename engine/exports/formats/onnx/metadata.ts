/** The metadata of an ONNX model for programs: texts by key, lists as JSON. */
import type { ExportedInput, ExportedModel, ExportedOutput } from "../../exported-model.ts";

export function makeMetadata(model: ExportedModel): Record<string, string> {
  const { title, jobId, version, createdAt, hasBounds, fidelity, inputs, outputs } = model;
  const texts = {
    title,
    job: String(jobId),
    version,
    created: createdAt,
    has_bounds: String(hasBounds),
    fidelity: JSON.stringify(fidelity),
    inputs: JSON.stringify(inputs.map(describeInput)),
    outputs: JSON.stringify(outputs.map(describeOutput)),
  };
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text.toWellFormed()]));
}

function describeInput(input: ExportedInput): object {
  const { name, identifier, description, unit, initial } = input;
  const labels = { name, identifier, description, unit, initial };
  return input.kind === "categorical"
    ? { ...labels, levels: input.levels }
    : { ...labels, minimum: input.minimum, maximum: input.maximum };
}

function describeOutput({ curve, ...output }: ExportedOutput): object {
  const { name, identifier, description, unit, size, coefficientOfDetermination, coverage } = output;
  return {
    ...{ name, identifier, description, unit, size, coverage },
    r2: coefficientOfDetermination,
    error: output.error,
    largest_difference: output.largestDifference,
    ...(curve !== null && {
      coordinate: curve.name,
      coordinate_unit: curve.unit,
      knots: Array.from(curve.knots),
    }),
  };
}
