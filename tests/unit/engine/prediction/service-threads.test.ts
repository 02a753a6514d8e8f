/** The threads of a prediction service: the emulators that they hold, and the fate of threads that hang. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Compiled, compileKernels } from "@understudy/engine/math/kernels/module.ts";
import { PredictionUnavailable, UnusableEmulator } from "@understudy/engine/prediction/prediction.ts";
import { createPredictionService } from "@understudy/engine/prediction/prediction-service.ts";
import { PredictionThread } from "@understudy/engine/prediction/prediction-thread.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import {
  ample,
  bytes,
  emulator,
  files,
  firstFile,
  folder,
  hanging,
  point,
  secondFile,
  thirdFile,
} from "../../../support/prediction/served-emulator.ts";

const it = suite("the threads of the prediction service");

it("has compiled kernels once it has read an emulator, and computes with those of another thread", async () => {
  const program = new URL("../../../../engine/prediction/prediction-worker.ts", import.meta.url);
  const readKernels = async (kernels: Compiled | null) => {
    const waits = { evaluated: () => {}, lost: () => {}, timeLimitMs: ample.timeLimitMs };
    const thread = new PredictionThread({ program, kernels, ...waits });
    return await thread.load(firstFile.key, firstFile.path).finally(() => thread.close());
  };
  assert.ok((await readKernels(null)).kernels !== null);
  // Which no thread chooses by itself where there are others.
  const plain: Compiled = {
    build: "plain",
    leavesUpperHalves: false,
    module: compileKernels("plain"),
  };
  assert.is((await readKernels(plain)).kernels?.build, "plain");
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
  await service.describe(firstFile);
  await service.describe(secondFile);
  assert.equal(loaded(), [true, true, false]);
  await service.predict({ ...firstFile, ...point(0.5) });
  await service.describe(thirdFile);
  assert.equal(loaded(), [true, false, true]);
  await service.predict({ ...secondFile, ...point(0.5) });
  assert.equal(loaded(), [false, true, true]);
  await service.close();
});

it("keeps to its deadline, and leaves nobody waiting when it closes", async () => {
  const hasty = createPredictionService({ ...ample, deadline: 0 });
  const late = await rejects(hasty.predict({ ...firstFile, ...point(0.5) }), /took too long/);
  assert.instance(late, PredictionUnavailable);
  await hasty.close();
  const service = createPredictionService(ample);
  const waiting = rejects(service.predict({ ...firstFile, ...point(0.5) }), /shutting down/);
  await service.close();
  await waiting;
  await rejects(service.predict({ ...firstFile, ...point(0.5) }), /shutting down/);
});

it("ends a thread that hangs: its request fails, and those that waited behind it are answered by another thread", async () => {
  const service = createPredictionService({ ...hanging, workers: 1, deadline: 60_000, timeLimitMs: 3_000 });
  const stuck = { ...firstFile, key: "hangs at predict" };
  await service.describe(stuck);
  await service.describe(firstFile);
  const refused = rejects(service.predict({ ...stuck, ...point(0.5) }), /took too long/);
  const behind = await service.predict({ ...firstFile, ...point(0.5), outputs: ["y"] });
  const expected = emulator.predict(Float64Array.of(0.5, 0.5), 1).get("y")?.mean;
  assert.equal(behind.outputs.get("y")?.mean, expected);
  assert.instance(await refused, PredictionUnavailable);
  assert.equal([service.isLoaded(stuck.key), service.isLoaded(firstFile.key)], [false, true]);
  await service.close();
});

it("refuses requests for an emulator whose reading hangs, and reads it anew for the next", async () => {
  const service = createPredictionService({ ...hanging, workers: 1, deadline: 60_000, timeLimitMs: 500 });
  const stuck = { ...firstFile, key: "hangs at load" };
  for (let time = 0; time < 2; time++) await rejects(service.describe(stuck), /took too long/);
  await service.close();
});

it("answers of one emulator while another is being read, however long that takes", async () => {
  const service = createPredictionService(hanging);
  await service.predict({ ...firstFile, ...point(0.5) });
  const reading = rejects(service.describe({ ...firstFile, key: "hangs at load" }), /shutting down/);
  for (const a of [0.1, 0.2, 0.3]) await service.predict({ ...firstFile, ...point(a) });
  await service.close();
  await reading;
});

it("lets go of what nobody wants any more", async () => {
  const service = createPredictionService({ ...hanging, workers: 1 });
  await service.describe({ ...firstFile, key: "hangs at predict" });
  await service.describe(firstFile);
  const stuck = rejects(
    service.predict({ ...firstFile, key: "hangs at predict", ...point(0.5) }),
    /shutting down/,
  );
  const departure = new AbortController();
  const left = rejects(service.predict({ ...firstFile, ...point(0.5) }, departure.signal), /has left/);
  departure.abort(new Error("The person has left."));
  await left;
  await rejects(service.predict({ ...firstFile, ...point(0.5) }, departure.signal), /has left/);
  await service.close();
  await stuck;
});
