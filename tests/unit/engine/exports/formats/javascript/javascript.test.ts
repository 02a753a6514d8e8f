import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ExportedModel, TestVectors } from "../../../../../../engine/exports/exported-model.ts";
import { javascriptFiles } from "../../../../../../engine/exports/formats/javascript/javascript.ts";
import { lowerFarness } from "../../../../../../engine/exports/lowering/farness.ts";
import { runProgram } from "../../../../../../engine/exports/run-program.ts";
import { createEnsembleEmulator } from "../../../../../../engine/models/ensemble/emulator.ts";
import { asEmulatorParts } from "../../../../../../engine/models/ensemble/parts.ts";
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

const it = suite("a JavaScript module of an emulator");
const program = everyInstruction();
const model = sampleModel(program);
const vectors = sampleVectors(program);

function write(of: ExportedModel, testVectors: TestVectors): string {
  const folder = temporaryFolder("javascript");
  const files = javascriptFiles(of, testVectors);
  writeFiles(folder, files);
  return join(folder, files[0]?.name ?? "");
}

const selfTest = (path: string) => spawnSync(process.execPath, [path], { encoding: "utf8" });

/** Runs lines that have the module as `m`. @returns what they print, as JSON */
function run(lines: string, path: string) {
  const source = `import * as m from ${JSON.stringify(pathToFileURL(path).href)};\n${lines}`;
  const args = ["--input-type=module", "-e", source];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const path = write(model, vectors);

it("passes its own test, with every kind of instruction and hostile names", () => {
  const { status, stdout, stderr } = selfTest(path);
  assert.is(stderr, "");
  assert.match(stdout, /24 points, 1e-9 of the range allowed: passed/);
  assert.is(status, 0);
});

it("computes the interpreter's values to 1e-12", () => {
  const values = run(
    `const points = ${JSON.stringify([...vectors.points])};
const all = Array.from({ length: ${vectors.count} }, (_, i) => m.predict(points.slice(3 * i, 3 * i + 3)));
console.log(JSON.stringify(m.OUTPUTS.flatMap(({ name }) => ["mean", "lower", "upper"].flatMap((part) =>
  all.flatMap((prediction) => [prediction[part][name]].flatMap((value) => typeof value === "number" ? [value] : [...value]))))));`,
    path,
  );
  assert.ok(largestDifference(values, flat(vectors)) < 1e-12);
});

it("keeps every name and level as it is, and takes points by name and categories by level", () => {
  const [first = "", second = ""] = HOSTILE_NAMES;
  const names = run(
    "console.log(JSON.stringify([m.TITLE, m.INPUTS.map(({ name }) => name), m.INPUTS[2].levels]))",
    path,
  );
  assert.equal(names, [first, [first, second, "material"], LEVEL_NAMES]);
  const named = JSON.stringify({ material: LEVEL_NAMES[1], [second]: 1, [first]: 0.5 });
  const [byName, byPlace] = run(
    `console.log(JSON.stringify([m.predict(${named}).mean, m.predict([0.5, 1, 1]).mean]))`,
    path,
  );
  assert.equal(byName, byPlace);
});

it("refuses what is no point in a sentence that names the input", () => {
  const messages = run(
    `const points = [[1], [1, NaN, 0], [1, 1, 3], [1, 1, "wood"], { material: 0 }];
console.log(JSON.stringify(points.map((point) => { try { m.predict(point); } catch (error) { return error.message; } })));`,
    path,
  );
  assert.match(messages[0], "The point has 1 values; there are 3 inputs.");
  assert.match(messages[1], "NaN is not a finite number.");
  assert.match(messages[2], "material: 3 is not an index from 0 to 2.");
  assert.match(messages[3], "material: wood is none of the levels steel");
  assert.match(messages[4], "no value is given.");
});

/** A line of base64: 15 constants of which the tenth has its sign in character 105. */
const CONSTANTS_LINE = /^([\w+/]{105})([\w+/])([\w+/]{14})$/m;

it("fails its own test, with an exit code, when one constant is changed", () => {
  const [file, ...vectorFiles] = javascriptFiles(model, vectors);
  const text = String(file?.contents);
  const changed = text.replace(CONSTANTS_LINE, (_, before: string, sign: string, after: string) => {
    return `${before}${sign === "A" ? "g" : "A"}${after}`;
  });
  assert.is.not(changed, text);
  const folder = temporaryFolder("javascript");
  writeFiles(folder, [{ name: "model.mjs", contents: changed }, ...vectorFiles]);
  const { status, stdout } = selfTest(join(folder, "model.mjs"));
  assert.is(status, 1);
  assert.match(stdout, /too much[\s\S]*FAILED/);
});

it("computes an ensemble of every kind of model, with bounds, and where it is away from its rows", () => {
  const parts = handMadeEnsemble();
  const emulator = createEnsembleEmulator(parts);
  const lowered = lowerEmulator(emulator);
  const points = everywhere(emulator, 60);
  const width = emulator.inputs.length;
  const farness = lowerFarness(asEmulatorParts(parts));
  const ensembleModel = { ...plainModel(lowered, width), farness };
  const ensemblePath = write(ensembleModel, plainVectors(lowered, points, 60));
  const { status, stdout } = selfTest(ensemblePath);
  assert.match(stdout, /60 points, 1e-9 of the range allowed: passed/);
  assert.is(status, 0);
  const { inputs, far } = emulator.extrapolation(points, 60);
  const expected = Array.from(
    far,
    (isFar, i) => isFar === 1 || inputs.subarray(i * width, (i + 1) * width).includes(1),
  );
  assert.ok(expected.includes(true) && expected.includes(false));
  const flags = run(
    `const points = ${JSON.stringify([...points])};
console.log(JSON.stringify(Array.from({ length: 60 }, (_, i) => m.predict(points.slice(${width} * i, ${width} * (i + 1))).isFar)));`,
    ensemblePath,
  );
  assert.equal(flags, expected);
  assert.equal(Array.from(runProgram(farness, points, 60)[0]?.mean ?? [], Boolean), expected);
});

it("marks the points of a corner without rows as far from the data", () => {
  // Above 0 of one feature and below 0.2 of another there are no rows together; the rows themselves are close everywhere.
  const emptyCorners = {
    features: Int32Array.of(0, 3),
    sides: Int32Array.of(1, -1),
    limits: Float64Array.of(0, 0.2),
  };
  const parts = { ...handMadeEnsemble(), emptyCorners };
  const referenceRows = { ...parts.referenceRows, spacings: parts.referenceRows.spacings.map(() => 100) };
  const emulator = createEnsembleEmulator({ ...parts, referenceRows });
  const points = everywhere(emulator, 60);
  const { inputs, far } = emulator.extrapolation(points, 60);
  const width = emulator.inputs.length;
  const isInside = Array.from(far, (_, i) => !inputs.subarray(i * width, (i + 1) * width).includes(1));
  const flags = runProgram(lowerFarness(asEmulatorParts({ ...parts, referenceRows })), points, 60)[0]?.mean;
  const inside = [...(flags ?? [])].filter((_, i) => isInside[i]);
  assert.ok(inside.includes(1) && inside.includes(0));
  assert.equal(
    inside,
    [...far].filter((_, i) => isInside[i]),
  );
});

it("has no bounds where the program has none", () => {
  const results = program.results.map(({ mean }) => ({ mean, lower: null, upper: null }));
  const without = { ...program, results };
  const meansPath = write(sampleModel(without), sampleVectors(without));
  assert.is(selfTest(meansPath).status, 0);
  assert.is(run("console.log(JSON.stringify(m.predict([0, 0, 0]).lower))", meansPath), null);
  // The emulator of the sample differs from its program by 0.001.
  assert.is(selfTest(write(sampleModel(without), { ...sampleVectors(without), program: null })).status, 1);
});
