/** The exported model of an emulator as it is stored, with what its job says of its columns. */
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName } from "@understudy/shared/domain/variable.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import type { EmulatorInput } from "../../models/emulator.ts";
import {
  asEmulatorParts,
  type EmulatorParts,
  type EnsembleOutputParts,
  listOutputs,
} from "../../models/ensemble/parts.ts";
import type { ExportedInput, ExportedModel, ExportedOutput } from "../exported-model.ts";
import { moduleIdentifier, uniqueIdentifiers } from "../identifiers.ts";
import { lowerFarness } from "../lowering/farness.ts";
import { lowerToProgram } from "../lowering/program-of.ts";

/** The facts about an emulator that its job has besides the emulator itself. */
export interface JobFacts {
  title: string;
  jobId: number;
  /** Changes whenever the emulator does. */
  version: string;
  /** ISO 8601, in UTC. */
  createdAt: string;
  columns: Pick<JobConfig, "inputs" | "outputs" | "coordinates">;
}

/** An emulator with those outputs alone. @throws UserError where it has no such output */
export function withOutputs(parts: EmulatorParts, names: readonly string[] | null): EmulatorParts {
  if (names === null) return parts;
  const unknown = names.find((name) => !parts.outputNames.includes(name));
  if (unknown !== undefined) throw new UserError(`The emulator has no output named “${unknown}”.`);
  const ensembles = parts.ensembles
    .map((ensemble) => ({
      ...ensemble,
      outputs: ensemble.outputs.filter(({ name }) => names.includes(name)),
    }))
    .filter(({ outputs }) => outputs.length > 0);
  const [first, ...further] = ensembles;
  if (first !== undefined && further.length === 0) return asEmulatorParts(first);
  return { ...parts, outputNames: parts.outputNames.filter((name) => names.includes(name)), ensembles };
}

/**
 * The emulator as its exact program. Its largest differences are 0 until they are measured.
 * @param errors by output: the root mean square error on validation rows, in the output's unit; null or absent: not known
 */
export function exactModel(
  parts: EmulatorParts,
  facts: JobFacts,
  { withBounds, errors }: { withBounds: boolean; errors: ReadonlyMap<string, number | null> },
): ExportedModel {
  const { title, jobId, version, createdAt, columns } = facts;
  const outputs = listOutputs(parts);
  const curves = [...new Set(outputs.flatMap(({ size, coordinate }) => (size > 1 ? [coordinate] : [])))];
  const identifiers = uniqueIdentifiers([
    ...parts.inputs.map(({ name }) => name),
    ...outputs.map(({ name }) => name),
    ...curves.map((name) => name ?? ROW_INDEX),
  ]);
  const outputsFrom = parts.inputs.length;
  const curvesFrom = outputsFrom + outputs.length;
  return {
    identifier: moduleIdentifier(title),
    title,
    jobId,
    version,
    createdAt,
    inputs: parts.inputs.map((input, at) => exportedInput(input, identifiers[at], columns)),
    outputs: outputs.map((output, at) => ({
      ...makeLabels(output.name, identifiers[outputsFrom + at], columns.outputs),
      size: output.size,
      curve: makeCurve(output, identifiers[curvesFrom + curves.indexOf(output.coordinate)], columns),
      coefficientOfDetermination: output.coefficientOfDetermination,
      coverage: output.coverage,
      error: errors.get(output.name) ?? null,
      isLogarithmic: output.logAccuracy !== null,
      largestDifference: 0,
    })),
    program: lowerToProgram(parts, { withBounds }),
    farness: lowerFarness(parts),
    hasBounds: withBounds,
    fidelity: { kind: "exact" },
  };
}

/** The name of the coordinate of a curve without one. */
const ROW_INDEX = "index";

type Columns = JobFacts["columns"];

function makeLabels(
  name: string,
  identifier: string,
  columns: readonly { name: string; display: string; unit: string }[],
) {
  const column = columns.find((candidate) => candidate.name === name);
  const shown = column === undefined ? name : displayName(column);
  return { name, identifier, description: shown === name ? "" : shown, unit: column?.unit ?? "" };
}

function exportedInput(input: EmulatorInput, identifier: string, { inputs }: Columns): ExportedInput {
  const initval = inputs.find(({ name }) => name === input.name)?.initval ?? null;
  const labels = makeLabels(input.name, identifier, inputs);
  if (input.kind === "categorical") {
    const { levels } = input;
    const initial = initval === null ? 0 : Math.max(0, levels.indexOf(String(initval)));
    return { ...labels, kind: "categorical", levels, initial };
  }
  const { minimum, maximum } = input;
  const initial = typeof initval === "number" ? initval : minimum / 2 + maximum / 2;
  return { ...labels, kind: "continuous", minimum, maximum, initial };
}

function makeCurve(
  { size, coordinate, knots }: EnsembleOutputParts,
  identifier: string,
  { coordinates }: Columns,
): ExportedOutput["curve"] {
  if (size === 1) return null;
  const { unit } = makeLabels(coordinate ?? "", identifier, coordinates);
  return { name: coordinate ?? ROW_INDEX, identifier, unit, knots, input: null };
}
