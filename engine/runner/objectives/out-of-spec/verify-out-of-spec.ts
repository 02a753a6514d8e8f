/** Simulations on servers that show what is out of spec, whether an emulator predicts them or not. */

import { type ChosenSimulations, chooseSimulations } from "../../child/chosen-simulations.ts";
import { createProgress, report } from "../../child/report.ts";
import type { ToChild } from "../../contract/messages.ts";
import type { SearchWork, StoredSimulation } from "../../contract/search-ports.ts";
import { openContourSpec } from "./contour-spec.ts";
import { openVerification } from "./verified-spec.ts";

export const verifyOutOfSpec = (work: SearchWork, messages: AsyncIterable<ToChild>): Promise<void> =>
  chooseSimulations(messages, (storedSimulations) => open(work, storedSimulations));

async function open(
  work: SearchWork,
  storedSimulations: readonly StoredSimulation[],
): Promise<ChosenSimulations | { errors: Record<string, string[]> }> {
  const opened =
    work.emulator === null
      ? await openContourSpec(work, storedSimulations, createProgress())
      : await openVerification(work, storedSimulations);
  if ("errors" in opened) return opened;
  const { search, predictionOf, describeRegions } = opened;
  const { proposer } = search;
  return {
    rated: () => search.rated,
    tell: (simulations) => search.tell(simulations),
    ask: () => {
      const next = proposer.ask();
      return next && { index: next.id, ...predictionOf(next.point) };
    },
    needsResults: () => proposer.needsResults,
    isOver: () => proposer.stopReason !== null,
    hasSpec: true,
    reportFound: async (isOver) => report({ type: "regions", result: await describeRegions(isOver), isOver }),
  };
}
