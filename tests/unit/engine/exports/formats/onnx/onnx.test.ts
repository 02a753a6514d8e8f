import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { UserError } from "@understudy/shared/user-error.ts";
import type {
  ExportedFile,
  ExportedModel,
  TestVectors,
} from "../../../../../../engine/exports/exported-model.ts";
import { onnxFiles } from "../../../../../../engine/exports/formats/onnx/onnx.ts";
import { doubleBytes } from "../../../../../../engine/exports/little-endian.ts";
import { ProgramBuilder } from "../../../../../../engine/exports/program.ts";
import { createEnsembleEmulator } from "../../../../../../engine/models/ensemble/emulator.ts";
import { assert, suite } from "../../../../../harness.ts";
import { temporaryFolder } from "../../../../../support/cleanup.ts";
import { handMadeEnsemble } from "../../../../../support/engine/hand-made-emulator.ts";
import { everywhere, lowerEmulator } from "../../../../../support/engine/lowered.ts";
import { plainModel, plainVectors } from "../../../../../support/exports/plain-model.ts";
import {
  everyInstruction,
  flat,
  HOSTILE_NAMES,
  LEVEL_NAMES,
  largestDifference,
  sampleModel,
  sampleVectors,
  writeFiles,
} from "../../../../../support/exports/sample-model.ts";
import { onnxRuntime } from "../../../../../support/processes/onnx-runtime.ts";

const it = suite("an ONNX model of an emulator");
const NODE_PATH = await onnxRuntime();
const program = everyInstruction();
const model = sampleModel(program);
const vectors = sampleVectors(program);
const files = onnxFiles(model, vectors);

const node = (args: readonly string[]) =>
  spawnSync(process.execPath, args, {
    encoding: "utf8",
    env: { ...process.env, NODE_PATH },
    timeout: 60_000,
  });

function selfTest(exportedFiles: readonly ExportedFile[]) {
  const folder = temporaryFolder("onnx");
  writeFiles(folder, exportedFiles);
  return node([join(folder, "self-test.cjs")]);
}

const exportAndSelfTest = (exported: ExportedModel, ownVectors: TestVectors) =>
  selfTest(onnxFiles(exported, ownVectors));

/** Runs lines of JavaScript that have the session and `run`, which takes points. @returns what they print */
function printed(lines: string, exportedFiles: readonly ExportedFile[] = files): string {
  const folder = temporaryFolder("onnx");
  writeFiles(folder, exportedFiles);
  const path = JSON.stringify(join(folder, exportedFiles[0]?.name ?? ""));
  const source = `const { InferenceSession, Tensor } = require("onnxruntime-node");
InferenceSession.create(${path}).then(async (session) => {
const run = (points, width) => session.run({ X: new Tensor("float64", points, [points.length / width, width]) });
${lines}
})`;
  const { stdout, stderr, status } = node(["-e", source]);
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

it("passes its own test, with every kind of instruction and hostile names", () => {
  const { status, stdout, stderr } = selfTest(files);
  assert.is(stderr, "");
  assert.match(stdout, /24 points, 1e-9 of the range allowed: passed/);
  assert.is(status, 0);
});

it("computes the interpreter's values to 1e-12, under names and shapes that it declares", () => {
  const results = JSON.parse(
    printed(`const results = await run(Float64Array.from(${JSON.stringify([...vectors.points])}), 3);
console.log(JSON.stringify({ names: session.outputNames, shapes: session.outputMetadata.map(({ shape }) => shape),
  values: session.outputNames.flatMap((name) => [...results[name].data]) }));`),
  );
  const parts = ["mean", "lower", "upper"];
  assert.equal(
    results.names,
    ["gain", "curve", "fixed"].flatMap((name) => parts.map((part) => `${name}_${part}`)),
  );
  assert.equal(
    results.shapes,
    [1, 5, 1].flatMap((size) => parts.map(() => ["N", size])),
  );
  assert.ok(largestDifference(results.values, flat(vectors)) < 1e-12);
});

it("computes an ensemble of every kind of model, with bounds", () => {
  const emulator = createEnsembleEmulator(handMadeEnsemble());
  const lowered = lowerEmulator(emulator);
  const points = everywhere(emulator, 40);
  const width = emulator.inputs.length;
  const { status, stdout } = exportAndSelfTest(plainModel(lowered, width), plainVectors(lowered, points, 40));
  assert.match(stdout, /40 points, 1e-9 of the range allowed: passed/);
  assert.is(status, 0);
});

it("holds names, levels and units for programs, and sentences for people", () => {
  const contents = Buffer.from(files[0]?.contents ?? "");
  const [first = "", second = "", third = ""] = HOSTILE_NAMES;
  for (const text of [first, JSON.stringify(second), JSON.stringify(third), JSON.stringify(LEVEL_NAMES)])
    assert.ok(contents.includes(text), text);
  assert.ok(contents.includes("It computes what the emulator computes, to rounding."));
});

it("fails its own test, with an exit code, when one constant is changed", () => {
  const [file, ...unchangedFiles] = files;
  if (file === undefined) throw new Error("No file was written.");
  const contents = Buffer.from(file.contents);
  const weight = Math.sin(10) / 3;
  const at = contents.indexOf(doubleBytes(Float64Array.of(weight)));
  assert.ok(at > 0);
  contents.set(doubleBytes(Float64Array.of(1.01 * weight)), at);
  const { status, stdout } = selfTest([{ ...file, contents }, ...unchangedFiles]);
  assert.is(status, 1);
  assert.match(stdout, /too much[\s\S]*FAILED/);
});

it("has no bounds where the program has none, and is compared with the program where that is a distilled one", () => {
  const results = program.results.map(({ mean }) => ({ mean, lower: null, upper: null }));
  const without = sampleModel({ ...program, results });
  const meanVectors = sampleVectors(without.program);
  assert.is(exportAndSelfTest(without, meanVectors).status, 0);
  // The emulator of the sample differs from its program by 0.001.
  assert.is(exportAndSelfTest(without, { ...meanVectors, program: null }).status, 1);
  const exact = { ...meanVectors, emulator: meanVectors.program ?? [], program: null };
  assert.match(exportAndSelfTest(without, exact).stdout, /0.000001 of the range allowed: passed/);
});

it("needs no memory for the differences of all points from all rows at once", () => {
  const [width, rows, count] = [16, 200, 20_000];
  const b = new ProgramBuilder(width);
  const distances = b.squaredDistances(b.inputs, Float64Array.from({ length: rows * width }, Math.sin));
  const results = [{ mean: b.sum(distances), lower: null, upper: null }];
  const distanceProgram = { instructions: b.instructions, results };
  const points = Float64Array.from({ length: width }, Math.cos);
  const megabytes = Number(
    printed(
      `const before = process.resourceUsage().maxRSS;
await run(new Float64Array(${width * count}), ${width});
console.log((process.resourceUsage().maxRSS - before) / 1024);`,
      onnxFiles(plainModel(distanceProgram, width), plainVectors(distanceProgram, points, 1)),
    ),
  );
  // Distances are 32 MB, differences of every column at once would be 512.
  assert.ok(megabytes < 250, `${megabytes} MB`);
});

it("refuses more constants than a file may hold", () => {
  const matrix = new Float64Array(0);
  const wide = { kind: "product", columns: 2 ** 28, of: 0, matrix, isPacked: false } as const;
  const instructions = [{ kind: "inputs", columns: 3 } as const, wide];
  const largeProgram = { instructions, results: [{ mean: 1, lower: null, upper: null }] };
  assert.throws(
    () => onnxFiles(sampleModel(largeProgram), { points: matrix, count: 0, emulator: [], program: null }),
    (error: unknown) => error instanceof UserError && /6\.4 GB of constants/.test(error.message),
  );
});
