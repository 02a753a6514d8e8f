/** Simulations that are gathered into batches. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ActiveBatch, newEntry } from "@understudy/engine/worker/clusters/active-batch.ts";
import { batchFilesAt } from "@understudy/engine/worker/clusters/batch-files.ts";
import { Gathering } from "@understudy/engine/worker/clusters/gathering.ts";
import { createSlurm } from "@understudy/engine/worker/clusters/slurm.ts";
import { openFolder } from "@understudy/engine/worker/files/folder.ts";
import { assert, eventually, suite } from "../../../../harness.ts";
import { atEnd, temporaryFolder } from "../../../../support/cleanup.ts";
import { makeOffer, NO_REQUESTS } from "../../../../support/clusters/cluster-client.ts";
import { MANIFEST } from "../../../../support/specs/simulations.ts";

const PLAIN_SPEC = { manifest: MANIFEST, files: [] };

function makeGathering(perTask: number | null, concurrency = 10) {
  const folder = openFolder(temporaryFolder("worker"));
  atEnd("a worker's folder", folder.close);
  const gathering = new Gathering(
    {
      scheduler: createSlurm(() => Promise.reject(new Error("No command is run.")), NO_REQUESTS),
      requests: NO_REQUESTS,
      folder,
      tools: {},
      passed: [],
      only: null,
      concurrency,
      perTask,
      now: () => performance.now(),
    },
    (_entry, reason) => {
      throw new Error(reason);
    },
  );
  return { gathering, folder };
}

const it = suite("simulations that are given up");

it("while their batch is written are cancelled before any task begins", async () => {
  const { gathering } = makeGathering(2);
  const entries = [1, 2, 3].map((simulation) => newEntry(makeOffer(simulation), null));
  for (const entry of entries) gathering.add(entry, PLAIN_SPEC);
  const givenUp = entries.slice(1);
  const batches = new Map<string, ActiveBatch>();
  await eventually("the batch is written", async () => {
    const written = gathering.createBatches(batches);
    // Nothing was written yet, or the batch is being written.
    for (const entry of givenUp) entry.isOver = true;
    await written;
    if (batches.size === 0) for (const entry of givenUp) entry.isOver = false;
    return batches.size > 0;
  });
  const [batch] = [...batches.values()];
  assert.equal([...((await batch?.files.marked("cancelled")) ?? [])].sort(), ["2.1", "3.1"]);
  assert.equal(
    batch?.tasks.map(({ entries: { length }, demand }) => [length, demand]),
    [
      [1, "wanted"],
      [2, "unwanted"],
    ],
  );
});

it("before their batch is written are left out of it", async () => {
  const { gathering, folder } = makeGathering(1);
  const entries = [1, 2].map((simulation) => newEntry(makeOffer(simulation), null));
  for (const entry of entries) gathering.add(entry, PLAIN_SPEC);
  for (const entry of entries.slice(0, 1)) entry.isOver = true;
  const batches = new Map<string, ActiveBatch>();
  await eventually("the batch is written", async () => {
    await gathering.createBatches(batches);
    return batches.size > 0;
  });
  const [id = ""] = readdirSync(folder.batches);
  const batch = await batchFilesAt(join(folder.batches, id)).read();
  assert.equal(
    batch?.tasks.map((offers) => offers.map(({ simulation }) => simulation)),
    [[2]],
  );
});

const probes = suite("simulations whose running time is not known");

probes("wait for the first of them, and share tasks when those were short", async () => {
  const { gathering } = makeGathering(null, 80);
  const batches = new Map<string, ActiveBatch>();
  for (let simulation = 1; simulation <= 48; simulation++)
    gathering.add(newEntry(makeOffer(simulation), null), PLAIN_SPEC);
  const countTasks = () =>
    [...batches.values()].map(({ tasks }) => tasks.map(({ entries }) => entries.length));
  const singles = Array.from({ length: 8 }, () => 1);
  await eventually("the first are written", async () => {
    await gathering.createBatches(batches);
    return batches.size > 0;
  });
  assert.equal(countTasks(), [singles]);
  gathering.recordTime(makeOffer(1).spec_version, 0.01);
  await gathering.createBatches(batches);
  assert.equal(countTasks(), [singles, [10, 10, 10, 10]]);
});

probes("go each in a task of its own when the first take long", async () => {
  const { gathering } = makeGathering(null, 80);
  const batches = new Map<string, ActiveBatch>();
  for (let simulation = 1; simulation <= 12; simulation++)
    gathering.add(newEntry(makeOffer(simulation), null), PLAIN_SPEC);
  await eventually("all are written", async () => {
    await gathering.createBatches(batches);
    return batches.size > 1;
  });
  assert.equal(
    [...batches.values()].map(({ tasks }) => tasks.map(({ entries }) => entries.length)),
    [Array.from({ length: 8 }, () => 1), [1, 1, 1, 1]],
  );
});

const batchFiles = suite("a batch on the disk");

batchFiles("is none when it was not written whole", async () => {
  const { gathering, folder } = makeGathering(1);
  const path = join(folder.batches, "half");
  mkdirSync(path);
  writeFileSync(join(path, "batch.json"), '{"root": "/ho');
  assert.is(await gathering.readBatch(path), null);
});
