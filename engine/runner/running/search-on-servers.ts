/** A search whose simulations servers run: each result is told at once, and slots that it frees are filled at once. */

import { setTimeout as sleep } from "node:timers/promises";
import { counted } from "@understudy/shared/counted.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";
import { createAxes } from "../../designs/axes.ts";
import { failureOfRun } from "../../dispatch/run-failure.ts";
import { computeCapacity } from "../../tasks/search-space.ts";
import type { RunTally } from "../run-ports.ts";
import { createRate } from "./rate.ts";
import type { Run, RunEnd } from "./run.ts";
import { SearchChild, type SearchOrder } from "./search-child.ts";
import { pauseBetweenLooks, proposalsWanted } from "./search-pace.ts";
import { runText } from "./simulate-all.ts";
import { progressOf, tellEnded } from "./stored-simulations.ts";

/** Of the last look, in the moving average of how long one takes. */
const WEIGHT = 0.1;

/** @throws the signal's reason */
export async function searchOnServers(run: Run, order: SearchOrder): Promise<RunEnd> {
  const search = new SearchChild(run, order);
  const isVerification = order.type === "verify-out-of-spec" && order.work.emulator !== null;
  const describe = isVerification ? verificationText : searchText;
  const rateOf = createRate();
  let seconds = 0;
  try {
    for (;;) {
      const before = performance.now();
      const look = await lookAt(run, search, describe, rateOf, seconds);
      if (look.end !== null) return look.end;
      const cost = performance.now() - before;
      seconds += WEIGHT * (cost / 1_000 - seconds);
      const pause = pauseBetweenLooks(look.slots, look.rate, cost);
      await sleep(pause, undefined, { signal: run.signal });
    }
  } finally {
    await search.close();
  }
}

type Look = { readonly end: RunEnd | null; readonly slots: number; readonly rate: number };

/** Looks which simulations have ended and sees to it that others follow. */
async function lookAt(
  run: Run,
  search: SearchChild,
  describe: Describe,
  rateOf: ReturnType<typeof createRate>,
  look: number,
): Promise<Look> {
  const { claim, work, context, signal } = run;
  const { ports } = context;
  signal.throwIfAborted();
  const tally = await ports.tally(claim);
  const planned = Math.min(work.maximum, computeCapacity(createAxes(work.variables)));
  const slots = await ports.slots(claim);
  const rate = rateOf(tally.complete + tally.failed, performance.now());
  // Stopped by a person who did not see yet that the job goes on.
  if (tally.interrupted > 0) await ports.resumeSimulations(claim);
  await tellEnded(run, search);
  const isDone = search.isOver && !search.isAsking && search.open.size === 0;
  const end = search.end ?? (await whyNot(run, tally, planned));
  if (end === null && isDone) await search.finish();
  else if (end === null && !search.isOver) {
    const { seconds, open } = search;
    const ended = tally.complete + tally.failed;
    const wanted = proposalsWanted({ planned, slots, open: open.size, ended, rate, seconds, look });
    if (!search.isBegun) await search.ask(0, slots);
    else if (wanted > 0) await search.ask(wanted, slots);
    else search.rest();
  }
  const isWaiting = tally.running === 0 && slots === 0 && !isDone;
  const text = describe({ tally, planned, bestScore: search.bestScore, isDone });
  await ports.reportRun(claim, { ...tally, ...progressOf(tally, planned, isWaiting, text) });
  return { end, slots, rate };
}

type Standing = {
  readonly tally: Pick<RunTally, "running" | "complete" | "failed">;
  readonly planned: number;
  readonly bestScore: number | null;
  /** All simulations have ended, and no more follow. */
  readonly isDone: boolean;
};
type Describe = (standing: Standing) => string;

const searchText: Describe = ({ tally, planned, bestScore }) =>
  `${runText(tally, planned)}${bestScore === null ? "" : `, best score ${formatValue(bestScore)}`}`;

/** The text of a verification of an emulator's predictions. It may end before all planned simulations, once nothing is in doubt. */
export const verificationText: Describe = ({ tally, planned, isDone }) => {
  const { running, complete, failed } = tally;
  const failures = failed === 0 ? "" : `, ${countText(failed)} failed`;
  if (isDone) return `${counted(complete, "simulation")} verified${failures}: measuring the regions`;
  const isBeginning = running + complete + failed === 0;
  const text = `${countText(complete)} of at most ${counted(planned, "simulation")} verified${failures}`;
  return isBeginning ? `${text}: choosing the first designs` : text;
};

/** A sentence when all simulations fail, or nobody runs them; null: they go on. Some that fail show the search where not to look. */
export async function whyNot(
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
