/** An ONNX model of an emulator: operators of set 17 in double precision, which every runtime of ONNX has on a processor. */
import { UserError } from "@understudy/shared/user-error.ts";
import {
  type ExportedFile,
  type ExportedInput,
  type ExportedModel,
  type ExportedOutput,
  listParts,
  type TestVectors,
} from "../../exported-model.ts";
import { headerLines } from "../../header-lines.ts";
import type { Instruction, ResultPart } from "../../program.ts";
import { makeSchedule, peakColumns, type Schedule } from "../../schedule.ts";
import { testVectorsFile } from "../../test-vectors.ts";
import { oneLine } from "../../user-text.ts";
import { INPUT_NAME, makeGraph } from "./graph.ts";
import { writeSelfTest } from "./self-test.ts";
import { onnxBytes, type Port } from "./wire.ts";

const OPERATOR_SET = 17;
/** The limit of a message of Protocol Buffers, less what is not constants. */
const MAX_BYTES = 2 ** 31 - 2 ** 24;

/** The tensor of a result. */
const makeTensorName = ({ identifier }: ExportedOutput, part: ResultPart): string => `${identifier}_${part}`;

/**
 * `<identifier>.onnx`, `self-test.cjs` and the test vectors. Its input `X` is points x inputs, a category the index of its level;
 * its outputs are `<output>_mean`, `_lower` and `_upper`, each points x the output's values.
 * @throws UserError where the constants do not fit into one file
 */
export function onnxFiles(model: ExportedModel, vectors: TestVectors): ExportedFile[] {
  const schedule = makeSchedule(model.program);
  const { identifier, inputs, outputs } = model;
  const bytes = constantBytes(schedule);
  if (bytes > MAX_BYTES)
    throw new UserError(
      `The emulator has ${(bytes / 1e9).toFixed(1)} GB of constants, and an ONNX file holds 2 GB at most. Export it without bounds, or as Python or C.`,
    );
  const parts = listParts(model);
  const documentation = [
    ...headerLines(model),
    "",
    `${INPUT_NAME} is N x ${inputs.length} doubles, a row a point; a category is the index of its level.`,
    `The results of an output are N x its values: ${parts.join(", ")}.`,
    `A point takes about ${8 * peakColumns(schedule)} bytes while it is computed: ask for many in batches, of which some hundred points are the fastest.`,
  ].join("\n");
  const graph = {
    name: identifier,
    ...makeGraph(schedule, (output, part) => makeTensorName(outputs[output], part)),
    inputs: [
      {
        name: INPUT_NAME,
        columns: inputs.length,
        documentation: "The columns are the inputs, in their order.",
      },
    ],
    outputs: outputs.flatMap((output) => parts.map((part) => makePort(output, part))),
  };
  const contents = onnxBytes(
    { documentation, operatorSet: OPERATOR_SET, graph, metadata: makeMetadata(model) },
    bytes + 2 ** 20,
  );
  const tensors = outputs.map((output) => parts.map((part) => makeTensorName(output, part)));
  return [
    { name: `${identifier}.onnx`, contents },
    { name: "self-test.cjs", contents: writeSelfTest(model, vectors, tensors) },
    testVectorsFile(model, vectors),
  ];
}

function makePort(output: ExportedOutput, part: ResultPart): Port {
  const { name, unit, size } = output;
  const quantity = part === "mean" ? "mean" : `${part} 95% bound`;
  const documentation = oneLine(`${quantity} of ${name}${unit === "" ? "" : ` in ${unit}`}`);
  return { name: makeTensorName(output, part), columns: size, documentation };
}

function constantBytes({ instructions }: Schedule): number {
  const countConstants = (instruction: Instruction): number => {
    switch (instruction.kind) {
      case "constant":
      case "pick":
        return instruction.columns;
      case "product":
        return instruction.columns * instructions[instruction.of].columns;
      case "squared-distances":
        return instruction.rows.length;
      default:
        return 0;
    }
  };
  return 8 * instructions.reduce((sum, instruction) => sum + countConstants(instruction), 0);
}

/** The metadata of an ONNX model for programs: texts by key, lists as JSON. */
function makeMetadata(model: ExportedModel): Record<string, string> {
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
