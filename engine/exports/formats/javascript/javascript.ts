/** An emulator as an ES module without dependencies, for browsers, Node and Deno. */
import type { ExportedFile, ExportedInput, ExportedModel, TestVectors } from "../../exported-model.ts";
import { headerLines } from "../../header-lines.ts";
import { ProgramBuilder } from "../../program.ts";
import { makeSchedule } from "../../schedule.ts";
import { chooseTolerance, computeRanges, testVectorsFile } from "../../test-vectors.ts";
import { layOutScratch } from "../c/scratch.ts";
import { writeCode } from "./code.ts";
import { EVALUATION_FUNCTIONS, OPERATION_FUNCTIONS, SELF_TEST } from "./functions-text.ts";
import { Memory } from "./memory.ts";
import { scriptJson } from "./text.ts";

const EXPORTED_NAMES = "TITLE, VERSION, CREATED, HAS_BOUNDS, INPUTS, OUTPUTS, predict";

/** `<identifier>.mjs` and the test vectors. @param vectors the values that the module compares itself with */
export function javascriptFiles(model: ExportedModel, vectors: TestVectors): ExportedFile[] {
  const parts = [
    headerLines(model)
      .map((line) => `// ${line}`.trimEnd())
      .join("\n"),
    [
      `//     import { predict } from "./${model.identifier}.mjs";`,
      "//     const { mean, lower, upper, isFar } = predict(point);",
      "//",
      "// Run by Node, it compares itself with test-vectors.csv.",
    ].join("\n"),
    writeModelScript(model),
    `export { ${EXPORTED_NAMES} };`,
    [
      `const TOLERANCE = ${chooseTolerance(vectors)};`,
      `const VECTOR_BLOCKS = ${vectors.program === null ? 1 : 2};`,
      `const VECTOR_RANGES = [${computeRanges(vectors).join(", ")}];`,
    ].join("\n"),
    SELF_TEST,
  ];
  return [
    { name: `${model.identifier}.mjs`, contents: `${parts.join("\n\n")}\n` },
    testVectorsFile(model, vectors),
  ];
}

/**
 * Statements that define `INPUTS`, `OUTPUTS`, `HAS_BOUNDS`, `evaluate`, `isAwayFromData` and `predict`. No text of a person can
 * end a script of a page in which they stand.
 * @param model without `farness`, no point lies away from the data
 */
export function writeModelScript(model: ExportedModel): string {
  const { program, farness, inputs } = model;
  const schedule = makeSchedule(program);
  const farSchedule = makeSchedule(farness ?? nowhereFar(inputs.length));
  const [scratch, farScratch] = [layOutScratch(schedule), layOutScratch(farSchedule)];
  const memory = new Memory(Math.max(scratch.size, farScratch.size), inputs.length);
  const code = writeCode(schedule, scratch, memory, "indices");
  const farCode = writeCode(farSchedule, farScratch, memory, "farIndices");
  return [
    writeFacts(model),
    `const INPUTS_AT = ${memory.inputs};`,
    memory.written(),
    [...code.definitions, ...farCode.definitions].join("\n"),
    writeFunction("computeMeans", code.means),
    writeFunction("computeBounds", code.bounds),
    writeFunction("computeFarness", farCode.means),
    OPERATION_FUNCTIONS,
    EVALUATION_FUNCTIONS,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function nowhereFar(width: number) {
  const b = new ProgramBuilder(width);
  return { instructions: b.instructions, results: [{ mean: b.number(0), lower: null, upper: null }] };
}

const writeFunction = (name: string, statements: readonly string[]): string =>
  `function ${name}(results) {\n${statements.map((statement) => `  ${statement}\n`).join("")}}`;

function writeFacts({ title, version, createdAt, hasBounds, inputs, outputs }: ExportedModel): string {
  const outputFacts = outputs.map(({ name, description, unit, size, curve, ...output }) => ({
    ...{ name, description, unit, size },
    knots: curve === null ? null : [...curve.knots],
    coordinate: curve === null ? null : { name: curve.name, unit: curve.unit },
    r2: output.coefficientOfDetermination,
    coverage: output.coverage,
    error: output.error,
    largestDifference: output.largestDifference,
  }));
  return [
    `const TITLE = ${scriptJson(title)};`,
    `const VERSION = ${scriptJson(version)};`,
    `const CREATED = ${scriptJson(createdAt)};`,
    `const HAS_BOUNDS = ${hasBounds};`,
    `const INPUTS = ${writeList(inputs.map(describeInput))};`,
    `const OUTPUTS = ${writeList(outputFacts)};`,
  ].join("\n");
}

function describeInput(input: ExportedInput) {
  const { name, description, unit, initial } = input;
  return input.kind === "continuous"
    ? { name, description, unit, minimum: input.minimum, maximum: input.maximum, levels: null, initial }
    : { name, description, unit, minimum: null, maximum: null, levels: input.levels, initial };
}

const writeList = (items: readonly unknown[]): string =>
  `[\n${items.map((item) => `  ${scriptJson(item)},\n`).join("")}]`;
