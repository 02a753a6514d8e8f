import type { Claim } from "@understudy/engine/runner/contract/claim.ts";
import type { RunnerTransition } from "@understudy/engine/runner/contract/ports.ts";
import { createDiskWatch } from "@understudy/engine/runner/running/disk-watch.ts";
import { DiskFaultError } from "@understudy/engine/runner/running/log-failure.ts";
import { assert, rejects, suite } from "../../../../harness.ts";

const FULL_TEXT = "The disk of the platform is full.";
const claim: Claim = { jobId: 1, phase: "training", ticket: 2, claimId: "a" };

function createWatch(disk: { fault: string | null }) {
  const transitions: RunnerTransition[] = [];
  const watch = createDiskWatch({
    checkDisk: async () => disk.fault,
    transition: async (_claim, change) => {
      transitions.push(change);
      return "applied";
    },
  });
  return { watch, transitions };
}

const it = suite("work whose files cannot be written");

it("is not begun before they can", async () => {
  const disk: { fault: string | null } = { fault: FULL_TEXT };
  const { watch } = createWatch(disk);
  await rejects(() => watch.requireDisk(claim), /is full/);
  disk.fault = null;
  await watch.requireDisk(claim);
});

it("is put back however often, as long as the disk has no room for anything", async () => {
  const { watch, transitions } = createWatch({ fault: FULL_TEXT });
  for (let attempt = 0; attempt < 20; attempt++)
    await rejects(() => watch.settle(claim, new DiskFaultError(FULL_TEXT)), /is full/);
  assert.equal(transitions, []);
});

it("fails in the end where the disk has room for everything but it, of which the runner's own files are a part", async () => {
  const { watch, transitions } = createWatch({ fault: null });
  const ownError = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  let attempts = 0;
  for (let isOver = false; !isOver && attempts < 20; attempts++)
    isOver = await watch.settle(claim, attempts % 2 === 0 ? ownError : new DiskFaultError(FULL_TEXT)).then(
      () => true,
      () => false,
    );
  assert.ok(attempts > 1 && attempts < 20);
  assert.equal(transitions, [{ trigger: "failed", error: FULL_TEXT, validationErrors: null }]);
});

it("begins to count anew once it has succeeded", async () => {
  const { watch, transitions } = createWatch({ fault: null });
  for (let attempt = 0; attempt < 20; attempt++) {
    await rejects(() => watch.settle(claim, new DiskFaultError(FULL_TEXT)), /is full/);
    watch.forget(claim);
  }
  assert.equal(transitions, []);
});

it("ends with any other error as it would without the watch", async () => {
  const { watch } = createWatch({ fault: null });
  for (let attempt = 0; attempt < 20; attempt++)
    await rejects(() => watch.settle(claim, new Error("another")), /another/);
});
