import { createHash } from "node:crypto";
import { collectPoints } from "@understudy/engine/dataset/table.ts";
import { LayerKernels } from "@understudy/engine/math/kernels/layer-kernels.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import { restoreEmulator } from "@understudy/engine/models/ensemble/restore.ts";
import type { FitResult, FitTask } from "@understudy/engine/models/fit-task.ts";
import { createEnsemble } from "@understudy/engine/training/ensemble/ensemble.ts";
import { createFitter } from "@understudy/engine/training/fit/create-fitter.ts";
import { heldOutRows } from "@understudy/engine/training/fit/folds.ts";
import { type Prepared, prepare } from "@understudy/engine/training/prepare/prepare.ts";
import { assert, suite } from "../../../harness.ts";
import { drawValidationRows, syntheticTable } from "../../../support/engine/tables.ts";

const it = suite("the ensemble", { timeout: 60_000 });

const table = syntheticTable(100, 2, {
  wave: ([a = 0, b = 0]) => Math.sin(5 * a) + b * b,
  line: ([a = 0, b = 0], random) => a - b + 0.1 * random.normal(),
  noise: (_, random) => random.normal(),
  still: () => 3,
});

const prepared = ((): Prepared => {
  const options = { effort: "quick", validationRows: drawValidationRows(table) } as const;
  return runToEnd(prepare(table, options, createRandom(1)));
})();
const targets = prepared.trainingData.targets.map((_, target) => target);

function fit(task: FitTask, { trainingData }: Prepared = prepared): FitResult {
  const fitter = createFitter(trainingData, task, null, {
    clock: () => performance.now(),
    timeLimitMs: 1e6,
    kernels: new LayerKernels(),
  });
  while (fitter.advance());
  const result = fitter.result();
  if (result === null) throw new Error("There is no result.");
  return result;
}

const process = (target: number) =>
  fit({
    family: "gaussian-process",
    candidate: "process",
    targets: [target],
    fold: null,
    seed: 1,
    restarts: 1,
  });

const network = (target: number, fold: number, data = prepared) =>
  fit(
    {
      family: "network",
      method: "second-order",
      candidate: "network",
      targets: [target],
      fold,
      seed: 2,
      shape: { inputs: 2, hidden: [5], outputs: 1 },
      features: [0, 1],
      steps: 30,
      learningRate: 0,
    },
    data,
  );

const processes = targets.map(process);
const networks = targets.flatMap((target) =>
  Array.from({ length: prepared.trainingData.foldCount }, (_, fold) => network(target, fold)),
);

const makeEnsemble = (...results: FitResult[]) => {
  const ensemble = createEnsemble(prepared);
  for (const result of results) ensemble.add(result);
  return ensemble;
};
const fullEnsemble = makeEnsemble(...processes, ...networks);
const emulator = fullEnsemble.emulator();
/** Short enough to be shown when two differ. */
const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

const output = (name: string, from = emulator) => {
  const namedOutput = from.outputs.find((candidate) => candidate.name === name);
  if (namedOutput === undefined) throw new Error(`No output ${name}.`);
  return namedOutput;
};

it("makes the same emulator in whatever order the tasks ended", () => {
  const other = makeEnsemble(...networks.toReversed(), ...processes.toReversed()).emulator();
  assert.is(digest(other.serialise()), digest(emulator.serialise()));
});

it("gives an emulator that predicts the same bits after it was stored, each array once", () => {
  const bytes = emulator.serialise();
  const restored = restoreEmulator(bytes);
  assert.equal(
    restored.predict(collectPoints(table), table.rows),
    emulator.predict(collectPoints(table), table.rows),
  );
  assert.equal(restored.outputs, emulator.outputs);
  const again = restored.serialise();
  assert.is(digest(restoreEmulator(again).serialise()), digest(again));
});

it("predicts the same means with bounds and without, alone and among others", () => {
  const points = collectPoints(table);
  const all = emulator.predict(points, table.rows);
  for (const { name } of emulator.outputs) {
    const means = emulator.means(points, table.rows, name);
    assert.equal(means, all.get(name)?.mean);
    const alone = emulator.means(points.subarray(14, 16), 1, name)[0] ?? Number.NaN;
    // Networks compute in single precision.
    assert.ok(Math.abs(alone - (means[7] ?? 0)) < 1e-6, `${alone} ${means[7]}`);
  }
});

it("reports the families of an output, and explains the choice", () => {
  for (const { name, families } of emulator.outputs) {
    const sum = families.reduce((total, { weight }) => total + weight, 0);
    if (name !== "still") assert.ok(Math.abs(sum - 1) < 1e-9);
    assert.ok(families.every(({ weight }, at) => at === 0 || weight <= (families[at - 1]?.weight ?? 0)));
  }
  assert.ok((output("wave").families.find(({ family }) => family === "linear")?.weight ?? 1) < 0.02);
  assert.match(output("wave").reason, /(A Gaussian process|Neural networks).*cross-validated R²/);
  assert.match(output("still").reason, /never changes/);
});

it("finds nothing in noise, and has wide bounds there", () => {
  const { coefficientOfDetermination, families } = output("noise");
  assert.ok(Math.abs(coefficientOfDetermination) < 0.3, `${coefficientOfDetermination}`);
  // By chance something may seem to predict a little.
  for (const family of families) assert.ok((family.coefficientOfDetermination ?? 1) < 0.2);
  const prediction = emulator.predict(Float64Array.of(0.5, 0.5), 1, ["noise"]).get("noise");
  assert.ok((prediction?.upper[0] ?? 0) - (prediction?.lower[0] ?? 0) > 2.5);
});

it("makes an emulator of the mean and the linear candidate before anything is fitted", () => {
  const first = makeEnsemble().emulator();
  assert.ok(output("line", first).coefficientOfDetermination > 0.8);
  assert.match(output("line", first).reason, /^A linear trend/);
  const { coefficientOfDetermination, loss } = makeEnsemble().accuracy();
  assert.ok(Number.isFinite(loss) && coefficientOfDetermination > 0.2);
});

it("uses a candidate of which folds are missing only while there is no other", () => {
  const wave = prepared.outputs.find(({ model }) => model.name === "wave")?.model.targets[0] ?? 0;
  const some = networks.filter(({ task }) => task.targets[0] === wave && (task.fold ?? 0) < 3);
  const alone = output("wave", makeEnsemble(...some).emulator());
  assert.is(alone.families[0]?.family, "network");
  const combined = output("wave", makeEnsemble(...some, ...processes).emulator());
  assert.is(combined.families[0]?.family, "gaussian-process");
  assert.is(combined.families.find(({ family }) => family === "network")?.weight, 0);
});

it("replaces the result of a fold by a later one", () => {
  const ensemble = makeEnsemble(...processes, ...networks, ...networks, ...processes);
  assert.is(digest(ensemble.emulator().serialise()), digest(emulator.serialise()));
  assert.equal(ensemble.accuracy(), fullEnsemble.accuracy());
});

it("keeps a learning curve of each output, ascending, once there are two points", () => {
  const ensemble = makeEnsemble(...processes);
  const heldOut = heldOutRows(prepared.trainingData.folds, 0).length;
  const errors = (size: number) => targets.map(() => new Float64Array(heldOut).fill(size));
  ensemble.addLearningCurve(40, errors(0.2));
  assert.is(output("wave", ensemble.emulator()).learningCurve, null);
  ensemble.addLearningCurve(20, errors(0.4));
  const curve = output("wave", ensemble.emulator()).learningCurve;
  assert.equal(curve?.rows, Float64Array.of(20, 40));
  const [few = 0, many = 0] = curve?.coefficientsOfDetermination ?? [];
  assert.ok(few < many && many < 1 && Math.abs((1 - few) / (1 - many) - 4) < 1e-6, `${few} ${many}`);
});

it("measures a curve whose components were predicted in different rows by what has predicted all of them", () => {
  const curve = syntheticTable(300, 2, {
    y: ([a = 0, b = 0]) => [0, 1, 2].map((at) => Math.sin(5 * a) * at + b * b),
  });
  const data = runToEnd(prepare(curve, { effort: "quick", validationRows: [0] }, createRandom(1)));
  assert.ok(data.trainingData.targets.length > 1);
  const ensemble = createEnsemble(data);
  ensemble.add(network(0, 0, data));
  ensemble.add(network(1, 1, data));
  const [output] = ensemble.emulator().outputs;
  assert.is(output?.rowCounts?.validation, 300);
  assert.ok(Number.isFinite(output?.coverage) && (output?.coefficientOfDetermination ?? 1) < 0.9);
});
