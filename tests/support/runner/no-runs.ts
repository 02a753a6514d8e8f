/** For platforms on which no job runs simulations. */
import type { RunPorts } from "../../../engine/runner/contract/run-ports.ts";

async function* none(): AsyncGenerator<never[]> {}

export const NO_RUNS: RunPorts = {
  claimRun: async () => null,
  knownSimulations: none,
  addSimulations: async () => "refused",
  resumeSimulations: async () => undefined,
  tally: async () => ({ pending: 0, running: 0, interrupted: 0, complete: 0, failed: 0 }),
  firstFailure: async () => null,
  results: none,
  isServed: async () => false,
  whyNobodyRuns: async () => null,
  slots: async () => 0,
  storedSimulations: none,
  storeScores: async () => "refused",
  storeFound: async () => "refused",
  storeSampled: async () => "refused",
  storeRegions: async () => "refused",
  addRound: async () => "refused",
  reportRun: async () => undefined,
};
