import { setTimeout as sleep } from "node:timers/promises";
import type { ServerSamplingWork } from "../../contract/sampling-ports.ts";
import { type Drive, finishRun, type ReadResult } from "../../running/drive.ts";
import { createRate } from "../../running/rate.ts";
import type { Run, RunEnd } from "../../running/run.ts";
import { searchOnEmulator } from "../../running/search-on-emulator.ts";
import { explainEnd } from "../../running/search-on-servers.ts";
import { computePause } from "../../running/search-pace.ts";
import { createProgressReport, tellEnded } from "../../running/stored-simulations.ts";
import { SamplingChild } from "./sampling-child.ts";

/** A million samples of a slow emulator take hours. */
const DEADLINE_MS = 24 * 60 * 60 * 1000;

const readSampled: ReadResult = ({ claim, context: { ports } }, message) =>
  message.type === "sampled"
    ? {
        store: () => ports.storeSampled(claim, message.sampled),
        isFinal: message.sampled.stop_reason !== null,
        bestScore: null,
      }
    : null;

export const SAMPLING_DRIVE: Drive = {
  run: (run) => {
    const { sampling: work } = run.work;
    if (work === null) throw new Error("A sampling has a score function.");
    if (work.emulator === null) return sampleOnServers(run, work);
    const order = { type: "sample-emulator" as const, work };
    return searchOnEmulator(run, { order, readResult: readSampled, deadlineMs: DEADLINE_MS });
  },
  finish: finishRun,
};

/**
 * A sampling whose designs servers simulate: half of the walkers are sent out at once, and move when all their results are there.
 * @throws the signal's reason
 */
async function sampleOnServers(run: Run, work: ServerSamplingWork): Promise<RunEnd> {
  const child = new SamplingChild(run, work);
  const measureRate = createRate();
  try {
    for (;;) {
      run.signal.throwIfAborted();
      const before = performance.now();
      const { end, slots, done } = await lookAt(run, child, work.maximum);
      if (end !== null) return end;
      const now = performance.now();
      const pause = computePause(slots, measureRate(done, now), now - before);
      await sleep(pause, undefined, { signal: run.signal });
    }
  } finally {
    await child.close();
  }
}

/** `end`: why it cannot go on, or that its result is stored; null: neither. `done`: simulations that have ended. */
type Look = { readonly end: RunEnd | null; readonly slots: number; readonly done: number };

/** Tells what has ended since. */
async function lookAt(run: Run, child: SamplingChild, planned: number): Promise<Look> {
  const { claim, context } = run;
  const { ports } = context;
  const tally = await ports.tally(claim);
  // Stopped by a person who did not see yet that the job goes on.
  if (tally.interrupted > 0) await ports.resumeSimulations(claim);
  await tellEnded(run, child);
  const end = child.end ?? (await explainEnd(run, tally, planned));
  if (end === null) await child.keep();
  const slots = await ports.slots(claim);
  const isWaiting = tally.running === 0 && child.open.size > 0 && slots === 0;
  await ports.reportRun(claim, { ...tally, ...createProgressReport(tally, planned, isWaiting) });
  return { end, slots, done: tally.complete + tally.failed };
}
