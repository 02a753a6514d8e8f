/** A runner: takes work from the queues and has it done by child processes. Any number of them on any number of machines. */
import { randomUUID } from "node:crypto";
import type { Flow } from "../dispatch/fair-shares.ts";
import type { Claim, Phase, Work } from "./contract/claim.ts";
import { DEFAULT_LIMITS, type Runner, type RunnerOptions } from "./contract/options.ts";
import { createWorkQueue } from "./queues.ts";
import { startRun } from "./run-session.ts";
import { createDiskWatch } from "./running/disk-watch.ts";
import { logFailure } from "./running/log-failure.ts";
import { createPermitPool } from "./running/permits.ts";
import {
  type PhaseDriver,
  PutBackError,
  type Session,
  type SessionContext,
  startWork,
} from "./running/session.ts";
import { claimTrainingPhase } from "./training-phase.ts";

/** Validating and Preprocessing, in one child. Nothing of it is worth keeping when it is interrupted. */
async function claimDataPhase(
  claim: Claim,
  { ports, limits, log }: SessionContext,
): Promise<PhaseDriver | null> {
  const work = await ports.claimData(claim);
  if (work === null) return null;
  await ports.publishProgress(claim, 0, "Starting to read the files");
  return {
    order: { type: "read-files", work },
    deadline: limits.dataDeadline,
    noun: "reading of the files",
    onInterruption: () => null,
    handle: async (message) => {
      switch (message.type) {
        case "progress":
          await ports.publishProgress(claim, message.percentage, message.text);
          return "applied";
        case "validated":
          return ports.transition(claim, { trigger: "validated" });
        case "preprocessed":
          return ports.transition(claim, { trigger: "preprocessed", result: { config: message.config } });
        case "invalid":
          return ports.transition(claim, {
            trigger: "failed",
            error: "There are problems in the files.",
            validationErrors: message.errors,
          });
        case "failed":
          await logFailure(claim, { ports, log }, message);
          return ports.transition(claim, { trigger: "failed", error: message.text, validationErrors: null });
        case "point":
        case "provisional":
        case "device":
        case "trained":
        case "timed":
        case "speed":
        case "suspended":
        case "built":
        case "placed":
        case "found":
        case "sampled":
        case "regions":
        case "scored":
        case "proposed":
        case "improved":
          throw new Error(`A child that reads files sent ${message.type}.`);
      }
    },
  };
}

/** The phases of which children do the work. */
const CLAIM_BY_PHASE: Readonly<
  Record<Exclude<Phase, "running">, (claim: Claim, context: SessionContext) => Promise<PhaseDriver | null>>
> = { data: claimDataPhase, training: claimTrainingPhase };
/** Jobs whose simulations a runner looks after at a time: servers run them, so that each takes hardly anything. */
const RUNS_AT_ONCE = 200;

/** Jobs whose files are read at a time, at least: a short file does not wait for a long one. */
const READINGS_AT_ONCE = 2;

/** Work that an earlier version queued does not say whose it is. */
const NO_FLOW: Flow = { person: 0, weight: 1 };

/** Resolves when work is being taken. */
export async function startRunner({ ports, concurrency, log, ...options }: RunnerOptions): Promise<Runner> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const context: SessionContext = { ports, limits, log };
  const permitPool = createPermitPool(concurrency);
  const disk = createDiskWatch(ports);
  const queue = createWorkQueue(options, log);
  const sessions = new Map<Session, Work>();
  let isClosing = false;
  let isDraining = false;

  const run = async (work: Work, lost: AbortSignal): Promise<void> => {
    await disk.requireDisk(work);
    // Meanwhile the runner may have begun to close, or have lost the work: nobody would end its session.
    if (isClosing || isDraining || lost.aborted) throw new PutBackError("The runner takes no more work.");
    const claim: Claim = { ...work, claimId: randomUUID() };
    const { phase } = work;
    const session =
      phase === "running"
        ? startRun(claim, { ...context, permits: permitPool.of(work.flow ?? NO_FLOW) })
        : startWork(claim, () => CLAIM_BY_PHASE[phase](claim, context), context);
    sessions.set(session, work);
    lost.addEventListener("abort", () => session.interrupt("lost"));
    try {
      await session.done;
      disk.forget(work);
    } catch (error) {
      await disk.settle(claim, error);
    } finally {
      sessions.delete(session);
    }
  };

  const sweep = async () => {
    for (const work of await ports.listUnfinished()) await queue.enqueue(work);
  };
  const sweepQuietly = () =>
    sweep().catch((err: unknown) => log.warn({ err }, "unfinished jobs could not be queued again"));

  await queue.ready();
  queue.onStop((jobId) => {
    for (const [session, work] of sessions) if (work.jobId === jobId) session.interrupt("stop");
  });
  queue.take("data", Math.max(READINGS_AT_ONCE, concurrency), run);
  queue.take("running", RUNS_AT_ONCE, run);
  queue.take("training", concurrency, run);
  queue.take("short-training", Math.ceil(concurrency / 2), run);
  await sweepQuietly();
  const sweeper = setInterval(sweepQuietly, limits.sweep);
  log.info({ concurrency }, "runner is ready");

  return {
    countWork: () => sessions.size,
    drain: async (drains) => {
      isDraining = drains;
      if (isClosing) return;
      if (drains) await queue.rest();
      else await queue.wake();
    },
    suspendRuns: () => {
      for (const [session, { phase }] of sessions) if (phase === "running") session.interrupt("suspend");
    },
    close: async () => {
      isClosing = true;
      clearInterval(sweeper);
      await queue.rest();
      for (const session of sessions.keys()) session.interrupt("suspend");
      await Promise.allSettled([...sessions.keys()].map(({ done }) => done));
      await queue.close();
    },
  };
}
