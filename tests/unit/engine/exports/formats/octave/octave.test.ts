import { spawnSync } from "node:child_process";
import type { ExportedFile } from "../../../../../../engine/exports/exported-model.ts";
import { octaveFiles } from "../../../../../../engine/exports/formats/octave/octave.ts";
import { moduleIdentifier } from "../../../../../../engine/exports/identifiers.ts";
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
  withChange,
  writeFiles,
} from "../../../../../support/exports/sample-model.ts";
import { octave } from "../../../../../support/processes/simulators.ts";

const it = suite("an Octave function of an emulator");
const interpreter = await octave();
const program = everyInstruction();
const model = sampleModel(program);
const vectors = sampleVectors(program);
const files = octaveFiles(model, vectors);

/** In a folder that holds the files. */
function run(source: string, exportedFiles: readonly ExportedFile[] = files) {
  const folder = temporaryFolder("octave");
  writeFiles(folder, exportedFiles);
  return spawnSync(interpreter, ["--norc", "--quiet", "--no-history", "--eval", source], {
    cwd: folder,
    encoding: "utf8",
    timeout: 60_000,
  });
}

/** Fails also where Octave warns. */
function printed(source: string, exportedFiles = files): string[] {
  const { status, stdout, stderr } = run(source, exportedFiles);
  if (status !== 0 || /^warning: /m.test(stderr)) throw new Error(stderr);
  return stdout.trimEnd().split("\n");
}

const SELF_TEST = "sample_model('selftest')";
const printNumbers = (expression: string) => `printf('%.17g\\n', ${expression});`;

it("passes its own test, with every kind of instruction and hostile names", () => {
  assert.match(printed(SELF_TEST).at(-1) ?? "", /^24 points, 1e-09 of the range allowed: passed$/);
});

it("computes the interpreter's values to 1e-12", () => {
  const points = `reshape([${[...vectors.points].join(" ")}], 3, []).'`;
  const results = ["gain", "curve", "fixed"].flatMap((name) =>
    ["mean", "lower", "upper"].map((part) => printNumbers(`${part}.${name}.'`)),
  );
  const lines = printed(`[mean, lower, upper] = sample_model(${points}); ${results.join(" ")}`);
  assert.ok(largestDifference(lines.map(Number), flat(vectors)) < 1e-12);
});

it("computes an ensemble of every kind of model, whose constants are in a file, and refuses those of another", () => {
  const emulator = createEnsembleEmulator(handMadeEnsemble());
  const lowered = lowerEmulator(emulator);
  const ensembleVectors = plainVectors(lowered, everywhere(emulator, 40), 40);
  const ensembleFiles = octaveFiles(plainModel(lowered, emulator.inputs.length), ensembleVectors);
  assert.equal(
    ensembleFiles.map(({ name }) => name),
    ["plain_model.m", "plain_model.bin", "test-vectors.csv"],
  );
  assert.match(
    printed("plain_model('selftest')", ensembleFiles).at(-1) ?? "",
    /^40 points, 1e-09 .*: passed$/,
  );
  const zeroedFiles = ensembleFiles.map((file) =>
    file.name.endsWith(".bin") ? { ...file, contents: new Uint8Array(file.contents.length) } : file,
  );
  assert.match(run("plain_model('selftest')", zeroedFiles).stderr, /belongs to another version/);
});

it("keeps every name and level as it is", () => {
  const bytes = printed(`info = sample_model('info');
    texts = {info.title, info.inputs(1).name, info.inputs(2).name, info.inputs(3).levels{:}};
    for k = 1:numel(texts), printf('%d ', double(texts{k})); printf('\\n'); end`);
  const [first = "", second = ""] = HOSTILE_NAMES;
  assert.equal(
    bytes.map((line) => Buffer.from(line.trim().split(" ").map(Number)).toString()),
    [first, first, second, ...LEVEL_NAMES],
  );
});

it("computes many points in chunks, none at all, and bounds only where they are asked for", () => {
  const lines = printed(`X = repmat([0.5 1 0], 20000, 1); X(end, :) = [1 2 2];
    all = sample_model(X); one = sample_model([1 2 2]); none = sample_model(zeros(0, 3));
    printf('%d %d %d %d', size(all.curve), size(none.curve)); printf('\\n');
    % Optimised libraries add the numbers of many points in another order than those of one.
    near = @(a, b) max(abs(a - b)) <= 1e-12 * max(abs(b));
    printf('%d', near(all.curve(end, :), one.curve) && near(all.gain(1), all.gain(19999)));`);
  assert.equal(lines, ["20000 5 0 5", "1"]);
});

it("names the input whose value or shape is wrong", () => {
  const wrong: [points: string, message: RegExp][] = [
    ["[0 0 0; 0 NaN 0]", /second, "third".*NaN in row 2 is not a finite number/],
    ["[0 0 3]", /material: 3 in row 1 is not an index from 0 to 2/],
    ["[0 0]", /X is \[1 2\]; wanted is n x 3, the columns a input_a a_minimum/],
    ["'text'", /X is \[1 4\]/],
  ];
  const cases = wrong.map(([points]) => `@() sample_model(${points})`).join(", ");
  const messages = printed(`cases = {${cases}};
    for k = 1:numel(cases)
      try, cases{k}(); disp('no error'), catch problem, disp(strrep(problem.message, "\\n", ' ')), end
    end`);
  for (const [at, [, message]] of wrong.entries()) assert.match(messages[at] ?? "", message);
});

it("fails its own test, with an exit code, when one constant is changed", () => {
  const [file, ...unchangedFiles] = files;
  if (file === undefined) throw new Error("No file was written.");
  const broken = withChange(file, /(k = \[\s+(?:[^;]+;\s){9})([-\d.]+)/);
  const { status, stdout } = run(SELF_TEST, [broken, ...unchangedFiles]);
  assert.is(status, 1);
  assert.match(stdout, /too much[\s\S]*FAILED/);
});

it("has no bounds where the program has none, and is compared with the program where that is a distilled one", () => {
  const results = program.results.map(({ mean }) => ({ mean, lower: null, upper: null }));
  const without = sampleModel({ ...program, results });
  const meanVectors = sampleVectors(without.program);
  const source = `${SELF_TEST}; [~, lower] = sample_model([0 0 0]); disp(isempty(lower))`;
  assert.is(printed(source, octaveFiles(without, meanVectors)).at(-1), "1");
  // The emulator of the sample differs from its program by 0.001.
  assert.is(run(SELF_TEST, octaveFiles(without, { ...meanVectors, program: null })).status, 1);
});

it("never has the name of a function that it calls", () => {
  const words = new Set(String(files[0]?.contents).match(/(?<![\w.'%])[a-z][a-z0-9_]*(?=\()/g));
  words.delete("sample_model");
  const called = printed(`words = {${[...words].map((word) => `'${word}'`).join(", ")}};
    for k = 1:numel(words), if any(exist(words{k}) == [2 5]), disp(words{k}), end, end`);
  assert.ok(called.length > 30);
  for (const name of called) assert.is.not(moduleIdentifier(name), name, name);
});
