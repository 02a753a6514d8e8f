import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Compiled, compileKernels } from "@understudy/engine/math/kernels/module.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { restoreEmulator } from "@understudy/engine/models/restore.ts";
import { part, sharers } from "@understudy/engine/prediction/merging.ts";
import { PredictionUnavailable, UnusableEmulator } from "@understudy/engine/prediction/prediction.ts";
import { createPredictionService } from "@understudy/engine/prediction/prediction-service.ts";
import { PredictionThread } from "@understudy/engine/prediction/prediction-thread.ts";
import { train } from "@understudy/engine/training/train.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import { finish, syntheticTable, validationRowsOf } from "../../../support/engine/tables.ts";

const it = suite("the prediction service");

const table = syntheticTable(60, 2, {
  y: ([a = 0, b = 0]) => a + b * b,
  curve: ([a = 0]) => Array.from({ length: 11 }, (_, i) => Math.sin(a + i / 3)),
});
const work = train(
  table,
  { effort: "quick", validationRows: validationRowsOf(table) },
  { random: createRandom(1), clock: () => 0 },
);
const bytes = (await finish(work)).emulator.serialise();
const emulator = restoreEmulator(bytes);

const folder = mkdtempSync(join(tmpdir(), "prediction-"));
const files = ["one", "two", "three"].map((key) => ({ key, path: join(folder, key) }));
for (const { path } of files) writeFileSync(path, bytes);
const [one = { key: "", path: "" }, two = one, three = one] = files;
const ample = {
  workers: 2,
  memory: 1e9,
  deadline: 10_000,
  timeLimitMs: 10_000,
  limits: { maxRequests: 1_000, maxPoints: 1e6, maxValues: 1e7 },
};
/** Of a thread that hangs at some emulators. */
const hanging = {
  ...ample,
  program: new URL("../../../support/prediction/hanging-worker.ts", import.meta.url),
};
const point = (a: number, b = 0.5) => ({ points: Float64Array.of(a, b), count: 1 });

/** Points that are evaluated with others come out the same but for this. */
const ROUNDING = 1e-6;
const apart = (a: Float64Array, b: Float64Array): number =>
  a.reduce((most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? Number.NaN))), a.length - b.length);

it.after(() => rmSync(folder, { recursive: true }));

it("answers what the emulator itself would", async () => {
  const service = createPredictionService(ample);
  const points = Float64Array.of(0.1, 0.2, 0.3, 0.4);
  const { outputs: answer, extrapolation } = await service.predict({ ...one, points, count: 2 });
  assert.is(extrapolation, null);
  const wanted = emulator.predict(points, 2);
  assert.equal([...answer.keys()], ["y", "curve"]);
  for (const [name, { mean, lower, upper }] of wanted) {
    const given = answer.get(name);
    assert.equal([given?.mean, given?.lower, given?.upper], [mean, lower, upper]);
  }
  const { inputs, outputs } = await service.describe(one);
  assert.equal([inputs, outputs], [emulator.inputs, emulator.outputs]);
  await service.close();
});

it("has compiled kernels once it has read an emulator, and computes with those of another thread", async () => {
  const program = new URL("../../../../engine/prediction/prediction-worker.ts", import.meta.url);
  const kernelsOf = async (kernels: Compiled | null) => {
    const waits = { evaluated: () => {}, lost: () => {}, timeLimitMs: ample.timeLimitMs };
    const thread = new PredictionThread({ program, kernels, ...waits });
    return await thread.load(one.key, one.path).finally(() => thread.close());
  };
  assert.ok((await kernelsOf(null)).kernels !== null);
  // Which no thread chooses by itself where there are others.
  const plain: Compiled = { build: "plain", module: compileKernels("plain") };
  assert.is((await kernelsOf(plain)).kernels?.build, "plain");
});

it("gives only the outputs asked for, curves at the coordinates asked for", async () => {
  const service = createPredictionService(ample);
  const coordinates = { curve: Float64Array.of(0, 2.5, 10) };
  const request = { ...one, ...point(0.3), outputs: ["curve"], coordinates };
  const { outputs: answer } = await service.predict(request);
  const curve = answer.get("curve");
  assert.is(answer.size, 1);
  assert.equal(curve?.coordinates, coordinates.curve);
  assert.is(curve?.coefficientsOfDetermination.length, 3);
  const knots = emulator.predict(Float64Array.of(0.3, 0.5), 1, ["curve"]).get("curve")?.mean;
  assert.is(curve?.mean[0], knots?.[0]);
  assert.is(curve?.mean[2], knots?.[10]);
  assert.ok(Math.abs((curve?.mean[1] ?? 0) - Math.sin(0.3 + 2.5 / 3)) < 0.05);
  await service.close();
});

it("keeps the answers of many requests apart", async () => {
  const service = createPredictionService(ample);
  const values = Array.from({ length: 200 }, (_, i) => i / 200);
  const answers = await Promise.all(
    values.map((a, i) => service.predict({ ...(files[i % 3] ?? one), ...point(a), outputs: ["y"] })),
  );
  answers.forEach((answer, i) => {
    const wanted = emulator.predict(Float64Array.of(values[i] ?? 0, 0.5), 1).get("y")?.mean[0] ?? 0;
    assert.ok(Math.abs((answer.outputs.get("y")?.mean[0] ?? Number.NaN) - wanted) < ROUNDING);
  });
  await service.close();
});

it("tells, when asked, where each of the points that share an evaluation leaves the training data", async () => {
  const service = createPredictionService({ ...ample, workers: 1 });
  await service.describe(one);
  const asked = { ...one, outputs: ["y"], extrapolation: true };
  const [inside, outside] = await Promise.all([
    service.predict({ ...asked, ...point(0.5) }),
    service.predict({ ...asked, ...point(0.5, 40) }),
  ]);
  assert.equal(inside.extrapolation?.inputs, Uint8Array.of(0, 0));
  assert.equal(outside.extrapolation?.inputs, Uint8Array.of(0, 1));
  await service.close();
});

it("refuses a bad point without failing those evaluated with it", async () => {
  const service = createPredictionService({ ...ample, workers: 1 });
  await service.describe(one);
  const outcomes = await Promise.allSettled(
    [0.1, 0.2, Number.NaN, 0.4, 0.5].map((a) => service.predict({ ...one, ...point(a) })),
  );
  assert.equal(
    outcomes.map(({ status }) => status),
    ["fulfilled", "fulfilled", "rejected", "fulfilled", "fulfilled"],
  );
  await rejects(service.predict({ ...one, ...point(Number.NaN) }), /“a” is not a number/);
  await rejects(service.predict({ ...one, points: Float64Array.of(1), count: 1 }), /needs 2 values/);
  await service.close();
});

it("says so when an emulator cannot be read", async () => {
  const service = createPredictionService(ample);
  await rejects(service.describe({ key: "gone", path: join(folder, "gone") }), /could not be read/);
  writeFileSync(join(folder, "broken"), bytes.subarray(0, 100));
  const broken = service.describe({ key: "broken", path: join(folder, "broken") });
  assert.instance(await rejects(broken, /not a complete emulator/), UnusableEmulator);
  const other = bytes.slice();
  // Where the version stands.
  new DataView(other.buffer, other.byteOffset).setUint32(8, 1_000_000, true);
  writeFileSync(join(folder, "other"), other);
  const foreign = service.describe({ key: "other", path: join(folder, "other") });
  assert.instance(await rejects(foreign, /made by another version/), UnusableEmulator);
  assert.not.ok(service.isLoaded("broken"));
  await service.close();
});

it("forgets the emulators used longest ago when they are too many", async () => {
  const service = createPredictionService({ ...ample, workers: 1, memory: bytes.length * 7 });
  const loaded = () => files.map(({ key }) => service.isLoaded(key));
  await service.describe(one);
  await service.describe(two);
  assert.equal(loaded(), [true, true, false]);
  await service.predict({ ...one, ...point(0.5) });
  await service.describe(three);
  assert.equal(loaded(), [true, false, true]);
  await service.predict({ ...two, ...point(0.5) });
  assert.equal(loaded(), [false, true, true]);
  await service.close();
});

it("keeps to its deadline, and leaves nobody waiting when it closes", async () => {
  const hasty = createPredictionService({ ...ample, deadline: 0 });
  const late = await rejects(hasty.predict({ ...one, ...point(0.5) }), /took too long/);
  assert.instance(late, PredictionUnavailable);
  await hasty.close();
  const service = createPredictionService(ample);
  const waiting = rejects(service.predict({ ...one, ...point(0.5) }), /shutting down/);
  await service.close();
  await waiting;
  await rejects(service.predict({ ...one, ...point(0.5) }), /shutting down/);
});

it("ends a thread that hangs: who asked for that is told so, who waited behind is answered by another", async () => {
  const service = createPredictionService({ ...hanging, workers: 1, deadline: 60_000, timeLimitMs: 3_000 });
  const stuck = { ...one, key: "hangs at predict" };
  await service.describe(stuck);
  await service.describe(one);
  const refused = rejects(service.predict({ ...stuck, ...point(0.5) }), /took too long/);
  const behind = await service.predict({ ...one, ...point(0.5), outputs: ["y"] });
  const wanted = emulator.predict(Float64Array.of(0.5, 0.5), 1).get("y")?.mean;
  assert.equal(behind.outputs.get("y")?.mean, wanted);
  assert.instance(await refused, PredictionUnavailable);
  assert.equal([service.isLoaded(stuck.key), service.isLoaded(one.key)], [false, true]);
  await service.close();
});

it("tells who wants an emulator whose reading hangs, and reads it anew for the next", async () => {
  const service = createPredictionService({ ...hanging, workers: 1, deadline: 60_000, timeLimitMs: 500 });
  const stuck = { ...one, key: "hangs at load" };
  for (let time = 0; time < 2; time++) await rejects(service.describe(stuck), /took too long/);
  await service.close();
});

it("answers of one emulator while another is being read, however long that takes", async () => {
  const service = createPredictionService(hanging);
  await service.predict({ ...one, ...point(0.5) });
  const reading = rejects(service.describe({ ...one, key: "hangs at load" }), /shutting down/);
  for (const a of [0.1, 0.2, 0.3]) await service.predict({ ...one, ...point(a) });
  await service.close();
  await reading;
});

it("lets go of what nobody wants any more", async () => {
  const service = createPredictionService({ ...hanging, workers: 1 });
  await service.describe({ ...one, key: "hangs at predict" });
  await service.describe(one);
  const stuck = rejects(service.predict({ ...one, key: "hangs at predict", ...point(0.5) }), /shutting down/);
  const departure = new AbortController();
  const left = rejects(service.predict({ ...one, ...point(0.5) }, departure.signal), /has left/);
  departure.abort(new Error("The person has left."));
  await left;
  await rejects(service.predict({ ...one, ...point(0.5) }, departure.signal), /has left/);
  await service.close();
  await stuck;
});

it("answers many points in the end, however many ask for one meanwhile", async () => {
  const service = createPredictionService({ ...ample, workers: 1 });
  await service.describe(one);
  const count = 3_000;
  let isOver = false;
  const list = { ...one, points: new Float64Array(2 * count).fill(0.5), count };
  const long = service.predict(list).finally(() => {
    isOver = true;
  });
  const impatient = Array.from({ length: 4 }, async () => {
    while (!isOver) await service.predict({ ...one, ...point(0.5) });
  });
  assert.is((await long).outputs.get("y")?.mean.length, count);
  await Promise.all(impatient);
  await service.close();
});

it("never holds up the caller's event loop", async () => {
  const service = createPredictionService(ample);
  await service.describe(one);
  const count = 100_000;
  const asked = service.predict({
    ...one,
    points: new Float64Array(2 * count).fill(0.5),
    count,
    outputs: ["y"],
  });
  let turns = 0;
  let done = false;
  const settled = asked.finally(() => {
    done = true;
  });
  while (!done) {
    turns += 1;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  assert.is((await settled).outputs.get("y")?.mean.length, count);
  assert.ok(turns > 3, `${turns}`);
  await service.close();
});

it("answers a long list slice by slice, and whoever asks for one point before the rest of it", async () => {
  const service = createPredictionService({ ...ample, workers: 1 });
  await service.describe(one);
  const count = 50_000;
  const points = Float64Array.from({ length: 2 * count }, (_, i) => (i % 101) / 50);
  let isOver = false;
  const long = service.predict({ ...one, points, count, extrapolation: true }).finally(() => {
    isOver = true;
  });
  await service.predict({ ...one, ...point(0.5) });
  assert.is(isOver, false);
  const { outputs, extrapolation } = await long;
  for (const [name, { mean, lower, upper }] of emulator.predict(points, count)) {
    const given = outputs.get(name);
    assert.ok(given !== undefined && apart(given.mean, mean) < ROUNDING);
    assert.ok(apart(given.lower, lower) < ROUNDING && apart(given.upper, upper) < ROUNDING);
  }
  assert.equal(extrapolation, emulator.extrapolation(points, count));
  await service.close();
});

it("merges only requests for the same emulator, outputs and coordinates", () => {
  const request = { ...one, ...point(0.5) };
  const curve = { coordinates: { curve: Float64Array.of(1, 2) } };
  const waiting = [
    request,
    { ...request, ...point(0.7) },
    { ...request, key: "two" },
    { ...request, outputs: ["y"] },
    { ...request, ...curve },
    { ...request, points: Float64Array.of(1), count: 1 },
    { ...request, points: new Float64Array(9000), count: 4500 },
  ];
  assert.equal(sharers(waiting), [0, 1]);
  assert.equal(sharers(waiting.slice(4)), [0]);
  const answer = {
    coordinates: Float64Array.of(0, 1),
    mean: Float64Array.of(1, 2, 3, 4),
    lower: Float64Array.of(1, 2, 3, 4),
    upper: Float64Array.of(1, 2, 3, 4),
    coefficientsOfDetermination: Float64Array.of(1, 1),
  };
  assert.equal(sharers([request, { ...request, extrapolation: true }]), [0]);
  const extrapolation = { inputs: Uint8Array.of(0, 1, 1, 0), far: Uint8Array.of(0, 1) };
  const second = part({ outputs: [["curve", answer]], extrapolation }, 1, 1, 2);
  assert.equal(second.outputs.get("curve")?.mean, Float64Array.of(3, 4));
  assert.equal(second.extrapolation, { inputs: Uint8Array.of(1, 0), far: Uint8Array.of(1) });
});
