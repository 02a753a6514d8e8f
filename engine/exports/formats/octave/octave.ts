/** A function of an emulator for MATLAB (R2016b and newer) and Octave, without any toolbox or package. */
import type { ExportedFile, ExportedModel, TestVectors } from "../../exported-model.ts";
import { headerLines } from "../../header-lines.ts";
import { makeSchedule, peakColumns } from "../../schedule.ts";
import { chooseTolerance, computeRanges, testVectorsFile } from "../../test-vectors.ts";
import { type OctaveCode, writeCode } from "./code.ts";
import { Constants, writeFunction } from "./constants.ts";
import { OPERATION_FUNCTIONS, PREDICTION_FUNCTION, SELF_TEST } from "./function-text.ts";
import { octaveComment, octaveNumber, octaveText } from "./text.ts";

/** Numbers that a chunk of points may need at once: 8 MB, whatever the emulator's size. */
const MAX_NUMBERS_AT_ONCE = 2 ** 20;
const MAX_POINTS_AT_ONCE = 8192;

/** `<identifier>.m`, its `.bin` of constants where they are many, and the test vectors. */
export function octaveFiles(model: ExportedModel, vectors: TestVectors): ExportedFile[] {
  const { identifier, program } = model;
  const schedule = makeSchedule(program);
  const constants = new Constants();
  const code = writeCode(schedule, constants);
  const constantsName = `${identifier}.bin`;
  const { source, contents } = constants.written(constantsName);
  const chunk = Math.min(MAX_POINTS_AT_ONCE, Math.floor(MAX_NUMBERS_AT_ONCE / peakColumns(schedule)));
  const ranges = computeRanges(vectors).map(octaveNumber).join(" ");
  const parts = [
    mainFunction(model),
    writeFunction("info = factsOf()", writeFacts(model)),
    PREDICTION_FUNCTION,
    valuesFunction(code),
    writeFunction("r = pointsAtOnce()", [`r = ${Math.max(1, chunk)};`]),
    source,
    OPERATION_FUNCTIONS,
    SELF_TEST,
    writeFunction("r = tolerance()", [`r = ${chooseTolerance(vectors)};`]),
    writeFunction("r = vectorBlocks()", [`r = ${vectors.program === null ? 1 : 2};`]),
    writeFunction("r = vectorRanges()", [`r = [${ranges}];`]),
  ];
  return [
    { name: `${identifier}.m`, contents: `${parts.join("\n\n")}\n` },
    ...(contents === null ? [] : [{ name: constantsName, contents }]),
    testVectorsFile(model, vectors),
  ];
}

function mainFunction(model: ExportedModel): string {
  const { identifier, hasBounds } = model;
  const usage = [
    "",
    `  [mean, lower, upper] = ${identifier}(X)    the values at the rows of X, n x inputs; a category is the index of its level`,
    `  ${identifier}('info')                      names, units and ranges`,
    `  ${identifier}('selftest')                  compares with test-vectors.csv`,
    "",
    `mean${hasBounds ? ", lower and upper are structures" : " is a structure"} by the identifiers of the outputs: n x 1 of a scalar, n x knots of a curve.`,
    hasBounds
      ? "lower and upper are 95% bounds; where they are not asked for, their work is left out."
      : "lower and upper are empty.",
  ];
  const [title = "", ...rest] = headerLines(model);
  const help = [title, ...usage, ...rest].map((line) => `% ${octaveComment(line)}`.trimEnd());
  const body = [
    "if ischar(X) && strcmp(X, 'info')",
    "    mean = factsOf();",
    "elseif ischar(X) && strcmp(X, 'selftest')",
    "    hasPassed = selfTest();",
    "    if nargout > 0",
    "        mean = hasPassed;",
    "    elseif ~hasPassed",
    "        error('Emulator:selftest', 'The self-test failed.');",
    "    end",
    "else",
    "    [mean, lower, upper] = resultsAt(X, nargout > 1);",
    "end",
  ];
  return writeFunction(`[mean, lower, upper] = ${identifier}(X)`, [...help, ...body]);
}

/** Every result as a cell an output; without the bounds where they are not asked for. */
function valuesFunction({ means, bounds }: OctaveCode): string {
  const lines = bounds.length > 0 ? [...means, "if nargout == 1", "    return", "end", ...bounds] : means;
  return writeFunction("[mean, lower, upper] = valuesAt(c, x)", lines);
}

/** Statements that make `info`: the names, units and ranges of an emulator as a structure. */
function writeFacts(model: ExportedModel): string[] {
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
