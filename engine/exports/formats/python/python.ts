/** Writes an emulator as a Python module that needs only numpy, for Python 3.9 and newer. */
import type { ExportedFile, ExportedModel, TestVectors } from "../../exported-model.ts";
import { headerLines } from "../../header-lines.ts";
import { makeSchedule, peakColumns } from "../../schedule.ts";
import { chooseTolerance, computeRanges, testVectorsFile } from "../../test-vectors.ts";
import { wrapped } from "../../user-text.ts";
import { writeCode } from "./code.ts";
import { Constants } from "./constants.ts";
import { IMPORT_STATEMENTS, LOADER_FUNCTIONS, PREDICT_FUNCTIONS, SELF_TEST } from "./module-text.ts";
import { pythonNumber, pythonString, pythonText } from "./text.ts";

/** A chunk of points may need at most this many numbers at once (8 MB), so that memory does not grow with the emulator. */
const MAX_NUMBERS_AT_ONCE = 2 ** 20;
const MAX_POINTS_AT_ONCE = 8192;

/** Writes `<identifier>.py`, an `.npy` file if there are many constants, and the test vectors. */
export function pythonFiles(model: ExportedModel, vectors: TestVectors): ExportedFile[] {
  const schedule = makeSchedule(model.program);
  const constants = new Constants();
  const code = writeCode(schedule, constants);
  const constantsName = `${model.identifier}.npy`;
  const { source, contents } = constants.written(constantsName);
  const chunk = Math.floor(MAX_NUMBERS_AT_ONCE / peakColumns(schedule));
  const parts = [
    formatDocstring(model),
    IMPORT_STATEMENTS,
    formatFacts(model),
    [
      `_CHUNK = ${Math.min(MAX_POINTS_AT_ONCE, Math.max(1, chunk))}`,
      `_TOLERANCE = ${chooseTolerance(vectors)}`,
      `_VECTOR_BLOCKS = ${vectors.program === null ? 1 : 2}`,
      `_VECTOR_RANGES = [${computeRanges(vectors).map(pythonNumber).join(", ")}]`,
    ].join("\n"),
    PREDICT_FUNCTIONS,
    LOADER_FUNCTIONS,
    [source, ...code.definitions].join("\n"),
    [
      "def _evaluate(x, mean, lower, upper):",
      ...indent(code.means),
      ...(code.bounds.length > 0 ? ["    if lower is None:", "        return", ...indent(code.bounds)] : []),
    ].join("\n"),
    SELF_TEST,
  ];
  return [
    { name: `${model.identifier}.py`, contents: `${parts.join("\n\n\n")}\n` },
    ...(contents === null ? [] : [{ name: constantsName, contents }]),
    testVectorsFile(model, vectors),
  ];
}

const indent = (lines: readonly string[]): string[] => lines.map((line) => `    ${line}`);

function formatDocstring(model: ExportedModel): string {
  // A line's own indent survives the escape, which trims.
  const lines = headerLines(model).map((line) => `${/^ */.exec(line)?.[0] ?? ""}${pythonText(line)}`);
  const [title, ...rest] = lines;
  const usage = [
    "",
    `    from ${model.identifier} import predict`,
    "    mean, lower, upper = predict(X)",
    "",
    "X is an (n, inputs) array or a dict by input name; the results are dicts by output name (see predict). Run as a program,",
    "it compares itself with test-vectors.csv.",
  ];
  return `"""${[title, ...usage, ...rest].join("\n")}\n"""`;
}

function formatFacts({
  title,
  jobId,
  version,
  createdAt,
  hasBounds,
  inputs,
  outputs,
}: ExportedModel): string {
  const inputItems = inputs.map((input) =>
    formatDict({
      ...formatLabels(input),
      ...(input.kind === "continuous"
        ? { minimum: pythonNumber(input.minimum), maximum: pythonNumber(input.maximum), levels: "None" }
        : { levels: `[${input.levels.map(pythonString).join(", ")}]` }),
      initial: input.kind === "continuous" ? pythonNumber(input.initial) : String(input.initial),
    }),
  );
  const outputItems = outputs.map((output) => {
    const { curve } = output;
    return formatDict({
      ...formatLabels(output),
      size: String(output.size),
      knots: curve === null ? "None" : `[\n${wrapped(Array.from(curve.knots, pythonNumber), "    ")}\n]`,
      ...(curve === null
        ? {}
        : { coordinate: pythonString(curve.name), coordinate_unit: pythonString(curve.unit) }),
      r2: pythonNumber(output.coefficientOfDetermination),
      coverage: pythonNumber(output.coverage),
      error: output.error === null ? "None" : pythonNumber(output.error),
      largest_difference: pythonNumber(output.largestDifference),
    });
  });
  return [
    `TITLE = ${pythonString(title)}`,
    `JOB = ${jobId}`,
    `VERSION = ${pythonString(version)}`,
    `CREATED = ${pythonString(createdAt)}`,
    `HAS_BOUNDS = ${hasBounds ? "True" : "False"}`,
    `INPUTS = [\n${inputItems.join("")}]`,
    `OUTPUTS = [\n${outputItems.join("")}]`,
  ].join("\n");
}

const formatLabels = ({
  name,
  identifier,
  description,
  unit,
}: ExportedModel["inputs"][number] | ExportedModel["outputs"][number]) => ({
  name: pythonString(name),
  identifier: pythonString(identifier),
  description: pythonString(description),
  unit: pythonString(unit),
});

const formatDict = (entries: Record<string, string>): string =>
  `    {\n${Object.entries(entries)
    .map(([key, value]) => `        "${key}": ${value},\n`)
    .join("")}    },\n`;
