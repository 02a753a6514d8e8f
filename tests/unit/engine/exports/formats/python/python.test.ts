import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { pythonFiles } from "../../../../../../engine/exports/formats/python/python.ts";
import { assert, suite } from "../../../../../harness.ts";
import { temporaryFolder } from "../../../../../support/cleanup.ts";
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
import { pythonWithNumpy } from "../../../../../support/processes/simulators.ts";

const it = suite("a Python module of an emulator", { timeout: 120_000 });
const python = await pythonWithNumpy();
const program = everyInstruction();
const model = sampleModel(program);
const vectors = sampleVectors(program);
const folder = temporaryFolder("python");
writeFiles(folder, pythonFiles(model, vectors));

const selfTest = (where: string) =>
  spawnSync(python, ["-W", "error", join(where, "sample_model.py")], { encoding: "utf8" });
const run = (lines: string, where = folder): string =>
  execFileSync(python, ["-W", "error", "-c", `import json, numpy as np, sample_model as m\n${lines}`], {
    cwd: where,
    encoding: "utf8",
  });

it("passes its own test under python3, with every kind of instruction and hostile names", () => {
  const { status, stdout, stderr } = selfTest(folder);
  assert.is(stderr, "");
  assert.match(stdout, /24 points, 1e-09 of the range allowed: passed/);
  assert.is(status, 0);
});

it("computes the interpreter's values to 1e-12", () => {
  const points = JSON.stringify([...vectors.points]);
  const printed = run(`r = m.predict(np.array(${points}).reshape(-1, 3))
print(json.dumps([v for o in m.OUTPUTS for part in r for v in part[o["name"]].ravel().tolist()]))`);
  const printedValues: number[] = JSON.parse(printed);
  assert.ok(largestDifference(printedValues, flat(vectors)) < 1e-12);
});

it("keeps every name and level as it is", () => {
  const printedNames = JSON.parse(
    run(`print(json.dumps([[o["name"] for o in m.INPUTS], m.INPUTS[2]["levels"], m.TITLE]))`),
  );
  const [first, second] = HOSTILE_NAMES;
  assert.equal(printedNames, [[first, second, "material"], LEVEL_NAMES, first]);
});

it("takes a dict of numbers or arrays, levels by name, and answers in the shape of the question", () => {
  const answers = JSON.parse(
    run(`a, b, c = [o["name"] for o in m.INPUTS]
one = m.predict({a: 0.5, b: 1, c: "steel"})
many = m.predict({a: [0.5, 0.5], "input_a": 1, c: np.array([0, 1])})
mixed = m.predict([[0.5, 1, "steel"]], bounds=False)
name = m.OUTPUTS[0]["name"]; curve = m.OUTPUTS[1]["name"]
print(json.dumps([one.mean[name].shape, many.mean[name].shape, many.upper[curve].shape, one.mean[curve].shape,
  bool(np.isclose(one.mean[name], many.mean[name][0], rtol=1e-13)), float(mixed.mean[name][0] - one.mean[name]), mixed.lower]))`),
  );
  assert.equal(answers.slice(0, 5), [[], [2], [2, 5], [5], true]);
  assert.ok(Math.abs(answers[5]) < 1e-12);
  assert.is(answers[6], null);
});

it("names the input whose value or shape is wrong", () => {
  const wrong: [question: string, message: RegExp][] = [
    ["[[0, 0, 0], [0, float('nan'), 0]]", /third.*nan in row 1 is not a finite number/s],
    ["[[0, 0, 3]]", /material: 3.0 in row 0 is not an index from 0 to 2/],
    ["[[0, 0, 'wood']]", /material: 'wood' is none of the levels steel/],
    ["[[0, 'x', 0]]", /third.*'x' is not a number/s],
    ["[[0, 0]]", /shape \(1, 2\); wanted is \(n, 3\)/],
    ["{'a': 1, 'input_a': 2}", /material: no value is given/],
    ["{'a': [1, 2], 'input_a': [1, 2, 3], 'material': 0}", /Different lengths/],
  ];
  const messages: string[] = JSON.parse(
    run(`said = []
for question in [${wrong.map(([question]) => `lambda: m.predict(${question})`).join(", ")}]:
    try:
        question()
        said.append("no error")
    except ValueError as error:
        said.append(str(error))
print(json.dumps(said))`),
  );
  for (const [at, [, message]] of wrong.entries()) assert.match(messages[at] ?? "", message);
});

it("fails its own test, with an exit code, when one constant is changed", () => {
  const broken = temporaryFolder("python-broken");
  const [file, ...unchangedFiles] = pythonFiles(model, vectors);
  if (file === undefined) throw new Error("No file was written.");
  writeFiles(broken, [
    withChange(file, /(_K = np\.array\(\[\s+(?:[^,]+,\s+){9})([-\d.]+)/),
    ...unchangedFiles,
  ]);
  const { status, stdout } = selfTest(broken);
  assert.is(status, 1);
  assert.match(stdout, /too much[\s\S]*FAILED/);
});

it("keeps many constants in a file beside it, and refuses one of another version", () => {
  const large = everyInstruction(100);
  const moduleFolder = temporaryFolder("python-large");
  const files = pythonFiles(sampleModel(large), sampleVectors(large));
  assert.equal(
    files.map(({ name }) => name),
    ["sample_model.py", "sample_model.npy", "test-vectors.csv"],
  );
  writeFiles(moduleFolder, files);
  assert.is(selfTest(moduleFolder).status, 0);
  const [, constants] = files;
  if (constants === undefined || typeof constants.contents === "string") throw new Error("No constants.");
  const changed = Uint8Array.from(constants.contents);
  changed.set([1], changed.length - 8);
  writeFiles(moduleFolder, [{ name: constants.name, contents: changed }]);
  assert.match(selfTest(moduleFolder).stderr, /belongs to another version/);
});

it("needs little memory for very many points", () => {
  const megabytes = Number(
    run(`import resource
x = np.tile([0.5, 1.0, 0.0], (80_000, 1))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
m.predict(x)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)`),
  );
  // 80,000 x 21 results are 14 MB; all values at once would be 200.
  assert.ok(megabytes < 120, `${megabytes} MB`);
});

it("is a module without bounds where the program has none", () => {
  const results = program.results.map(({ mean }) => ({ mean, lower: null, upper: null }));
  const without = { ...program, results };
  const moduleFolder = temporaryFolder("python-means");
  writeFiles(moduleFolder, pythonFiles(sampleModel(without), { ...sampleVectors(without), program: null }));
  // The emulator of the sample differs from its program by 0.001: without the program's own columns this is a failure.
  assert.is(selfTest(moduleFolder).status, 1);
  writeFiles(moduleFolder, pythonFiles(sampleModel(without), sampleVectors(without)));
  assert.is(selfTest(moduleFolder).status, 0);
  assert.is(run("print(m.predict([0, 0, 0]).lower)", moduleFolder).trim(), "None");
});

it("is compared with the emulator's own values where the program is exact", () => {
  const moduleFolder = temporaryFolder("python-exact");
  writeFiles(
    moduleFolder,
    pythonFiles(model, { ...vectors, emulator: vectors.program ?? [], program: null }),
  );
  assert.match(selfTest(moduleFolder).stdout, /1e-06 of the range allowed: passed/);
});
