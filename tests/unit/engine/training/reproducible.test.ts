import { createRandom } from "@understudy/engine/math/random.ts";
import { restoreEmulator } from "@understudy/engine/models/ensemble/restore.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import {
  accuracies,
  digest,
  predictRows,
  tickingClock,
  training,
} from "../../../support/engine/quick-trainings.ts";
import { finish, syntheticTable } from "../../../support/engine/tables.ts";

const it = suite("training again, or from what was stored", { timeout: 60_000 });

const few = syntheticTable(40, 2, { y: ([a = 0, b = 0]) => Math.sin(4 * a) + b, z: ([a = 0]) => a * a });
/** The emulator and the checkpoint of one training, which tests only read. */
const { emulator, checkpoint } = await finish(training(few));

it("gives the same emulator for the same seed, whatever the clock says, and another for another", async () => {
  const trained = async (seed: number, step: number) =>
    digest(
      (await finish(training(few, {}, { random: createRandom(seed), clock: tickingClock(step) }))).emulator,
    );
  const first = await trained(1, 0.1);
  assert.is(await trained(1, 2), first);
  assert.is.not(await trained(2, 0.1), first);
});

it("gives the same emulator on any number of threads", async () => {
  const clock = () => performance.now();
  const [here, ...onThreads] = await Promise.all(
    [0, 1, 2, 3].map(async (workers) =>
      digest((await finish(training(few, {}, { clock, workers }))).emulator),
    ),
  );
  assert.equal(onThreads, [here, here, here]);
});

it("predicts the same bits after saving and restoring", () => {
  const restored = restoreEmulator(emulator.serialise());
  assert.equal(predictRows(restored, few), predictRows(emulator, few));
  assert.equal(restored.inputs, emulator.inputs);
  assert.equal(restored.outputs, emulator.outputs);
  assert.equal(predictRows(restoreEmulator(restored.serialise()), few), predictRows(emulator, few));
});

it("is restored from any stretch of memory, but only whole and of a known version", async () => {
  const bytes = emulator.serialise();
  await rejects(() => restoreEmulator(bytes.subarray(0, bytes.length - 8)), /not a complete emulator/);
  await rejects(() => restoreEmulator(new Uint8Array(100)), /not a complete emulator/);
  const within = Buffer.concat([Buffer.alloc(3), bytes]).subarray(3);
  assert.is(digest(restoreEmulator(within)), digest(restoreEmulator(bytes)));
  const newer = bytes.slice();
  newer[8] = 99;
  await rejects(() => restoreEmulator(newer), /another version/);
});

for (const [effort, after] of [
  ["quick", 3],
  ["standard", 9],
] as const) {
  it(`goes on from checkpoint ${after} of a ${effort} training to the result it would have come to`, async () => {
    const table = syntheticTable(60, 2, { y: ([a = 0, b = 0]) => Math.sin(4 * a) + b });
    let latest = new Uint8Array();
    let checkpointCount = 0;
    for await (const event of training(table, { effort }, { clock: tickingClock(100) })) {
      if (event.type !== "checkpoint") continue;
      latest = new Uint8Array(event.bytes);
      checkpointCount += 1;
      if (checkpointCount === after) break;
    }
    assert.is(checkpointCount, after);
    const resumed = await finish(
      training(table, { effort }, { clock: tickingClock(0.01), checkpoint: latest }),
    );
    assert.ok(resumed.resumed);
    assert.is(resumed.stopReason, "converged");
    const uninterrupted = await finish(training(table, { effort }, { clock: tickingClock(0.01) }));
    assert.is(digest(resumed.emulator), digest(uninterrupted.emulator));
  });
}

it("sets aside a checkpoint of other data or other choices, and a damaged one", async () => {
  assert.ok((await finish(training(few, {}, { checkpoint }))).resumed);
  const otherTrainings = [
    training(syntheticTable(40, 2, { y: ([a = 0]) => a, z: ([a = 0]) => a }, 2), {}, { checkpoint }),
    training(few, { ignoredInputs: ["b"] }, { checkpoint }),
    training(few, {}, { checkpoint: checkpoint.subarray(0, 500) }),
  ];
  for (const other of otherTrainings) assert.not.ok((await finish(other)).resumed);
});

it("trains on when more is asked for, and keeps what it had", async () => {
  const table = syntheticTable(80, 3, { y: ([a = 0, b = 0, c = 0]) => Math.sin(6 * a * b) + c });
  const first = await finish(training(table));
  const more = await finish(training(table, { more: true }, { checkpoint: first.checkpoint }));
  assert.ok(more.resumed);
  assert.ok(more.checkpoint.length > first.checkpoint.length);
  const [before = 0, after = 0] = [first, more].map(({ emulator }) => 1 - (accuracies(emulator).y ?? 0));
  assert.ok(after < before * 1.2, `${before} -> ${after}`);
  const again = await finish(training(table, {}, { checkpoint: more.checkpoint }));
  assert.is(digest(again.emulator), digest(more.emulator));
});
