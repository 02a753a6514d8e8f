/** The facts of an exported page about its columns, as the platform shows them. */

import type { PageFacts, PageInput, PageOutput } from "@understudy/shared/domain/exported-page.ts";
import type { InputDefinition, OutputDefinition } from "@understudy/shared/domain/variable.ts";
import type { Verdict } from "@understudy/shared/domain/verdict.ts";
import type { JobFacts } from "../../assembly/exact-model.ts";
import type { ExportedInput, ExportedModel, ExportedOutput } from "../../exported-model.ts";

/** The verdict on an output, and the sentence of numbers that it follows from. */
export interface OutputJudgement {
  verdict: Verdict;
  reason: string;
}

/** The page shows these besides the model. */
export interface PageContent {
  columns: JobFacts["columns"];
  /** By the names of outputs. */
  judgements: ReadonlyMap<string, OutputJudgement>;
  /** See `PageFacts`. */
  rows: PageFacts["rows"];
  rowCount: PageFacts["rowCount"];
  notices: string;
}

/**
 * Joins what the model and the job say of each column.
 * @param content the names of its columns are those of the model; a column that it lacks is described by the model alone
 * @returns the inputs and outputs in the order of the model
 */
export function createPageFacts(model: ExportedModel, content: PageContent): PageFacts {
  const { title, jobId, version, createdAt, hasBounds, inputs, outputs } = model;
  const { rows, rowCount, notices } = content;
  return {
    ...{ title, jobId, version, createdAt, hasBounds, rows, rowCount, notices },
    inputs: inputs.map((input) => createInput(input, content)),
    outputs: outputs.map((output) => createOutput(output, content)),
  };
}

function createInput(input: ExportedInput, { columns }: PageContent): PageInput {
  const column = columns.inputs.find(({ name }) => name === input.name) ?? describeInput(input);
  const { initial } = input;
  if (input.kind === "continuous")
    return { definition: column, levels: null, trained: [input.minimum, input.maximum], initial };
  const { levels } = input;
  // Nobody can choose what the emulator does not know.
  const values = column.values?.filter((value) => levels.includes(String(value))) ?? [...levels];
  return { definition: { ...column, values }, levels, trained: null, initial };
}

function createOutput(output: ExportedOutput, { columns, judgements }: PageContent): PageOutput {
  const { name, size, curve, isLogarithmic, largestDifference } = output;
  const judgement = judgements.get(name);
  return {
    definition: columns.outputs.find((column) => column.name === name) ?? describeOutput(output),
    size,
    knots: curve === null ? null : [...curve.knots],
    coordinate: columns.coordinates.find((column) => column.name === curve?.name) ?? null,
    isLogarithmic,
    verdict: judgement?.verdict ?? null,
    reason: judgement?.reason ?? "",
    largestDifference,
  };
}

/** An input that the job's configuration no longer has. */
function describeInput({ name, description, unit, ...input }: ExportedInput): InputDefinition {
  const isNumber = input.kind === "continuous";
  return {
    ...{ name, display: description, unit, multiplier: 1, is_integer: false, fixed: false },
    type: isNumber ? "Scalar" : "MultiSelect",
    min: isNumber ? input.minimum : null,
    max: isNumber ? input.maximum : null,
    values: isNumber ? null : [...input.levels],
    unique_values: null,
    initval: isNumber ? input.initial : (input.levels[input.initial] ?? null),
  };
}

const describeOutput = ({ name, description, unit, size, curve }: ExportedOutput): OutputDefinition => ({
  ...{ name, display: description, unit, multiplier: 1, min: null, max: null, length: size },
  type: curve === null ? "Scalar" : "Vector",
  coordinate_name: curve?.name ?? null,
  loop_name: null,
  ignored: false,
  grid_columns: null,
});
