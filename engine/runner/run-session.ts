/** The running phase of one job: its simulations, which servers run, or its search, until they are done. */
import type { Claim } from "./contract/claim.ts";
import { OBJECTIVE_DRIVES } from "./objectives/drives.ts";
import { removeGathered } from "./running/gathered.ts";
import type { RunContext } from "./running/run.ts";
import { type Interruption, PutBackError, type Session, whileWanted } from "./running/session.ts";

export function startRun(claim: Claim, context: RunContext): Session {
  const interrupted = new AbortController();
  let interruption: Interruption | null = null;
  const interrupt = (why: Interruption) => {
    if (interruption === "lost" || interruption === why) return;
    interruption = why;
    interrupted.abort();
  };
  const run = async (): Promise<void> => {
    try {
      await runJob(claim, context, interrupted.signal);
    } catch (error) {
      if (!interrupted.signal.aborted) throw error;
    }
    if (interruption === "suspend") throw new PutBackError("The runner is closing.");
  };
  return { interrupt, done: whileWanted(claim, context, interrupt, run()) };
}

async function runJob(claim: Claim, context: RunContext, signal: AbortSignal): Promise<void> {
  const { ports } = context;
  const work = await ports.claimRun(claim);
  if (work === null) return;
  if ((await ports.transition(claim, { trigger: "run-started" })) === "refused") return;
  await removeGathered(work.workDir);
  const run = { claim, work, context, signal };
  const drive = OBJECTIVE_DRIVES[work.objective];
  const end = await drive.run(run);
  if (end === "refused") return;
  if (end !== "applied") {
    await ports.transition(claim, { trigger: "failed", error: end.error, validationErrors: null });
  } else {
    await drive.finish(run);
  }
}
