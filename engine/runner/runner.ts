/** A runner: takes work from the queues and has it done by child processes. Any number of them on any number of machines. */
import { randomUUID } from "node:crypto";
import { claimDataPhase } from "./data-phase.ts";
import { DEFAULT_LIMITS, type Runner, type RunnerOptions } from "./options.ts";
import type { Claim, Phase, Work } from "./ports.ts";
import { createWorkQueue } from "./queues.ts";
import { type PhaseDriver, PutBackError, type Session, type SessionContext, startWork } from "./session.ts";
import { claimTrainingPhase } from "./training-phase.ts";

const CLAIMS: Readonly<
  Record<Phase, (claim: Claim, context: SessionContext) => Promise<PhaseDriver | null>>
> = { data: claimDataPhase, training: claimTrainingPhase };

/** Resolves when work is being taken. */
export async function startRunner({ ports, concurrency, log, ...options }: RunnerOptions): Promise<Runner> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const context: SessionContext = { ports, limits, log };
  const queue = createWorkQueue(options, log);
  const sessions = new Map<Session, number>();
  let isClosing = false;

  const run = async (work: Work, lost: AbortSignal): Promise<void> => {
    if (isClosing) throw new PutBackError("The runner is closing.");
    const claim: Claim = { ...work, claimId: randomUUID() };
    const session = startWork(claim, () => CLAIMS[work.phase](claim, context), context);
    sessions.set(session, work.jobId);
    lost.addEventListener("abort", () => session.interrupt("lost"));
    try {
      await session.done;
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
    for (const [session, of] of sessions) if (of === jobId) session.interrupt("stop");
  });
  queue.take("data", concurrency, run);
  queue.take("training", concurrency, run);
  await sweepQuietly();
  const sweeper = setInterval(sweepQuietly, limits.sweep);
  log.info({ concurrency }, "runner is ready");

  return {
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
