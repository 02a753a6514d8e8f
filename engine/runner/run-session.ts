/** The running phase of one job: its simulations, which servers run, or its search, until they are done. */
import type { Claim } from "./claim.ts";
import { findOutOfSpec, verify } from "./objectives/out-of-spec/drive.ts";
import { sampleOnServers } from "./objectives/sampling/sample-on-servers.ts";
import { buildDataset } from "./objectives/training/build-run-dataset.ts";
import { removeGathered } from "./running/gathered.ts";
import type { Run, RunContext, RunEnd } from "./running/run.ts";
import { searchOnEmulator } from "./running/search-on-emulator.ts";
import { searchOnServers } from "./running/search-on-servers.ts";
import { simulateAll } from "./running/simulate-all.ts";
import { type Interruption, PutBackError, type Session, whileWanted } from "./session.ts";

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

function simulate(run: Run): Promise<RunEnd> {
  const { search, sampling, objective } = run.work;
  if (sampling !== null)
    return sampling.emulator === null
      ? sampleOnServers(run, sampling)
      : searchOnEmulator(run, { type: "sample-emulator", work: sampling });
  if (search === null) return simulateAll(run);
  if (objective === "Out of Spec") return findOutOfSpec(run, search);
  return search.emulator === null
    ? searchOnServers(run, { type: "search-servers", work: search })
    : searchOnEmulator(run, { type: "search-emulator", work: search });
}

async function runJob(claim: Claim, context: RunContext, signal: AbortSignal): Promise<void> {
  const { ports } = context;
  const work = await ports.claimRun(claim);
  if (work === null) return;
  if ((await ports.transition(claim, { trigger: "run-started" })) === "refused") return;
  await removeGathered(work.workDir);
  const run = { claim, work, context, signal };
  const end = await simulate(run);
  if (end === "refused") return;
  if (end !== "applied") {
    await ports.transition(claim, { trigger: "failed", error: end.error, validationErrors: null });
  } else if (work.objective === "Out of Spec") {
    await verify(run);
  } else if (work.objective !== "Training") {
    await ports.transition(claim, { trigger: "run-finished", rows: null });
  } else {
    const rows = await buildDataset(claim, work, context, signal);
    if (rows !== null) await ports.transition(claim, { trigger: "run-finished", rows });
  }
}
