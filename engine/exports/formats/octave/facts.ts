/** Statements that make `info`: the names, units and ranges of an emulator as a structure. */
import type { ExportedModel } from "../../exported-model.ts";
import { octaveNumber, octaveText } from "./text.ts";

export function writeFacts(model: ExportedModel): string[] {
  const { title, jobId, version, createdAt, hasBounds, inputs, outputs } = model;
  return [
    "info = struct();",
    ...assignments("info", {
      title: octaveText(title),
      job: String(jobId),
      version: octaveText(version),
      created: octaveText(createdAt),
      has_bounds: String(hasBounds),
    }),
    ...inputs.flatMap((input, at) =>
      assignments(`info.inputs(${at + 1})`, {
        ...labels(input),
        initial: octaveNumber(input.initial),
        ...(input.kind === "continuous"
          ? { minimum: octaveNumber(input.minimum), maximum: octaveNumber(input.maximum), levels: "{}" }
          : { minimum: "0", maximum: String(input.levels.length - 1), levels: cell(input.levels) }),
      }),
    ),
    ...outputs.flatMap((output, at) => {
      const { curve } = output;
      return assignments(`info.outputs(${at + 1})`, {
        ...labels(output),
        size: String(output.size),
        knots: `[${curve === null ? "" : Array.from(curve.knots, octaveNumber).join(" ")}]`,
        coordinate: octaveText(curve?.name ?? ""),
        coordinate_unit: octaveText(curve?.unit ?? ""),
        r2: octaveNumber(output.coefficientOfDetermination),
        coverage: octaveNumber(output.coverage),
        error: output.error === null ? "[]" : octaveNumber(output.error),
        largest_difference: octaveNumber(output.largestDifference),
      });
    }),
  ];
}

const cell = (texts: readonly string[]): string => `{${texts.map(octaveText).join(", ")}}`;

const assignments = (to: string, fields: Readonly<Record<string, string>>): string[] =>
  Object.entries(fields).map(([field, value]) => `${to}.${field} = ${value};`);

const labels = ({
  name,
  identifier,
  description,
  unit,
}: ExportedModel["inputs"][number] | ExportedModel["outputs"][number]) => ({
  name: octaveText(name),
  identifier: octaveText(identifier),
  description: octaveText(description),
  unit: octaveText(unit),
});
