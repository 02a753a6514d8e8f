/**
 * A search whose simulations servers run: each result is passed on at once, and slots that it frees are filled at
 * once.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";
import { createAxes } from "../../designs/axes.ts";
import { failureOfRun } from "../../dispatch/run-failure.ts";
import { computeCapacity } from "../../tasks/search-space.ts";
import type { RunTally } from "../contract/run-ports.ts";
import { createRate } from "./rate.ts";
import type { Run, RunEnd } from "./run.ts";
import { SearchChild, type ServerTask } from "./search-child.ts";
import { computePause, countProposals } from "./search-pace.ts";
import { runText } from "./simulate-all.ts";
import { createProgressReport, tellEnded } from "./stored-simulations.ts";

/** The weight of the last check in the moving average of the time that one takes. */
const LAST_CHECK_WEIGHT = 0.1;

/** @throws the signal's reason */
export async function searchOnServers(
  run: Run,
  task: ServerTask,
  describe: Describe = searchText,
): Promise<RunEnd> {
  const search = new SearchChild(run, task);
  const measureRate = createRate();
  let secondsPerCheck = 0;
  try {
    for (;;) {
      const before = performance.now();
      const check = await checkSimulations(run, search, describe, measureRate, secondsPerCheck);
      if (check.end !== null) return check.end;
      const cost = performance.now() - before;
      secondsPerCheck += LAST_CHECK_WEIGHT * (cost / 1_000 - secondsPerCheck);
      const pause = computePause(check.slots, check.rate, cost);
      await sleep(pause, undefined, { signal: run.signal });
    }
  } finally {
    await search.close();
  }
}

type Check = { readonly end: RunEnd | null; readonly slots: number; readonly rate: number };

/** Checks which simulations have ended, and requests further ones. */
async function checkSimulations(
  run: Run,
  search: SearchChild,
  describe: Describe,
  measureRate: ReturnType<typeof createRate>,
  secondsPerCheck: number,
): Promise<Check> {
  const { claim, work, context, signal } = run;
  const { ports } = context;
  signal.throwIfAborted();
  const tally = await ports.tally(claim);
  const planned = Math.min(work.maximum, computeCapacity(createAxes(work.variables)));
  const slots = await ports.slots(claim);
  const rate = measureRate(tally.complete + tally.failed, performance.now());
  // A person may stop simulations without seeing that the job goes on.
  if (tally.interrupted > 0) await ports.resumeSimulations(claim);
  await tellEnded(run, search);
  const isDone = search.isOver && !search.isAsking && search.open.size === 0;
  const end = search.end ?? (await explainEnd(run, tally, planned));
  if (end === null && isDone) await search.finish();
  else if (end === null && !search.isOver) {
    const { secondsPerProposal, open } = search;
    const ended = tally.complete + tally.failed;
    const proposalCount = countProposals({
      planned,
      slots,
      open: open.size,
      ended,
      rate,
      secondsPerProposal,
      secondsPerCheck,
    });
    if (!search.isBegun) await search.ask(0, slots);
    else if (proposalCount > 0) await search.ask(proposalCount, slots);
    else search.rest();
  }
  const isWaiting = tally.running === 0 && slots === 0 && !isDone;
  const text = describe({ tally, planned, bestScore: search.bestScore, isDone });
  await ports.reportRun(claim, { ...tally, ...createProgressReport(tally, planned, isWaiting, text) });
  return { end, slots, rate };
}

type Standing = {
  readonly tally: Pick<RunTally, "running" | "complete" | "failed">;
  readonly planned: number;
  readonly bestScore: number | null;
  /** All simulations have ended, and no more follow. */
  readonly isDone: boolean;
};
/** Describes how far a search is. */
export type Describe = (standing: Standing) => string;

const searchText: Describe = ({ tally, planned, bestScore }) =>
  `${runText(tally, planned)}${bestScore === null ? "" : `, best score ${formatValue(bestScore)}`}`;

/**
 * Explains in a sentence why a search ends when all simulations fail, or nobody runs them; null: it goes on. Some
 * that fail show the search where not to look.
 */
export async function explainEnd(
  { claim, context: { ports } }: Run,
  { complete, failed, running }: RunTally,
  planned: number,
): Promise<RunEnd | null> {
  const failure = complete > 0 ? null : failureOfRun({ planned, complete, failed });
  if (failure !== null) {
    const reason = await ports.firstFailure(claim);
    return { error: reason === null ? failure : `${failure} One of them: ${reason}` };
  }
  const reason = running === 0 ? await ports.whyNobodyRuns(claim) : null;
  return reason === null ? null : { error: reason };
}
