/** Adds simulations as fast as servers run them, some of them where an emulator knows least, until all are done. */

import { setTimeout as sleep } from "node:timers/promises";
import { countText } from "@understudy/shared/number-text.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { failureOfRun } from "../../dispatch/run-failure.ts";
import type { WriteOutcome } from "../contract/claim.ts";
import type { RunTally } from "../contract/run-ports.ts";
import { Explorer } from "./explorer.ts";
import { nextStep } from "./pace.ts";
import { createRate } from "./rate.ts";
import type { Run, RunEnd } from "./run.ts";
import { openSimulations, type Simulations } from "./simulations.ts";

/**
 * The pause between two checks of the simulations (ms) is `costs` times as long as a check takes, within these
 * limits: counting a million simulations takes its time.
 */
const CHECK_PAUSE = { least: 250, most: 5_000, costs: 2 };
/** An emulator needs at least `least` results, and at least `perVariable` for each variable. */
const MIN_RESULTS = { least: 16, perVariable: 2 };

/** @throws the signal's reason */
export async function simulateAll(run: Run): Promise<RunEnd> {
  try {
    return await addUntilDone(run);
  } catch (error) {
    // Whole numbers may leave a relation without points.
    if (error instanceof UserError) return { error: error.message };
    throw error;
  }
}

async function addUntilDone(run: Run): Promise<RunEnd> {
  const { claim, work, context, signal } = run;
  const simulations = await openSimulations(claim, work, context.ports);
  const explorer = new Explorer(claim, work, simulations, context);
  const check = createCheck(run, simulations, explorer);
  try {
    for (;;) {
      const before = performance.now();
      const end = await check();
      if (end !== null) return end;
      const cost = performance.now() - before;
      const pause = Math.min(Math.max(CHECK_PAUSE.least, cost * CHECK_PAUSE.costs), CHECK_PAUSE.most);
      await sleep(pause, undefined, { signal });
    }
  } finally {
    await explorer.close();
  }
}

/**
 * Creates a function that checks how far the simulations are and adds further ones; it returns null while they are
 * not over.
 */
function createCheck({ claim, work, context: { ports } }: Run, simulations: Simulations, explorer: Explorer) {
  const { points, design } = simulations;
  const rate = createRate();
  const needed = Math.max(MIN_RESULTS.least, MIN_RESULTS.perVariable * Object.keys(work.variables).length);
  let planned: number | null = null;

  const countPlanned = async (open: number): Promise<number> => {
    // Somebody who wants more of a job that was complete, and has no server now, wants it trained further.
    if (work.more && open === 0 && !(await ports.isServed(claim))) return points.written;
    return Math.min(work.maximum, design.capacity);
  };
  const addFurther = async (tally: RunTally, goal: number): Promise<WriteOutcome> => {
    const placed = explorer.take();
    if (placed !== null) {
      const chosen = placed.points.slice(0, goal - points.written);
      if ((await simulations.addChosen(chosen)) === "refused") return "refused";
      return ports.addRound(claim, { ...placed.round, placed: chosen.length });
    }
    const { pending, running, complete, failed } = tally;
    const step = nextStep({
      written: points.written,
      planned: goal,
      pending,
      running,
      rate: rate(complete + failed, performance.now()),
      canExplore: explorer.canBegin() && complete >= needed,
      explored: explorer.seconds,
    });
    if (step.explore > 0) explorer.begin(step.explore, pending + running);
    return simulations.addNext(step.add, work.more ? "resume" : "design");
  };

  return async (): Promise<RunEnd | null> => {
    const tally = await ports.tally(claim);
    const open = tally.pending + tally.running + tally.interrupted;
    planned ??= await countPlanned(open);
    // A person may stop simulations without seeing that the job goes on.
    if (tally.interrupted > 0) await ports.resumeSimulations(claim);
    const failure = failureOfRun({ planned, complete: tally.complete, failed: tally.failed });
    if (failure !== null) {
      const reason = await ports.firstFailure(claim);
      return { error: reason === null ? failure : `${failure} One of them: ${reason}` };
    }
    if (open === 0 && points.written >= planned) {
      // The steps that follow may take their time.
      await ports.reportRun(claim, { ...tally, ...createReport(tally, planned, false) });
      return "applied";
    }
    const reason = tally.running === 0 ? await ports.whyNobodyRuns(claim) : null;
    if (reason !== null) return { error: reason };
    if ((await addFurther(tally, planned)) === "refused") return "refused";
    const isWaiting = tally.running === 0 && !(await ports.isServed(claim));
    await ports.reportRun(claim, { ...tally, ...createReport(tally, planned, isWaiting) });
    return null;
  };
}

/** Describes in a few words how far the simulations are. */
export function runText(
  { complete, failed }: Pick<RunTally, "complete" | "failed">,
  planned: number,
): string {
  const failures = failed === 0 ? "" : `, ${countText(failed)} failed`;
  return `${countText(complete + failed)} of ${countText(planned)} simulations${failures}`;
}

function createReport(tally: RunTally, planned: number, isWaiting: boolean) {
  const text = planned === 1 ? "Running the simulation" : runText(tally, planned);
  return {
    planned,
    percentage: ((tally.complete + tally.failed) / Math.max(1, planned)) * 100,
    text: isWaiting ? `Waiting for a connected server${planned === 1 ? "" : `: ${text}`}` : text,
  };
}
