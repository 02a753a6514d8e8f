/** Optimization by simulations on servers: proposes them, rates their results, keeps a checkpoint on disk. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "../../../dataset/storage/files.ts";
import { compileGoals } from "../../../specs/job-goals.ts";
import { SERVER_SEARCH_CODEC } from "../../../tasks/optimization/servers/search-file.ts";
import { ServerSearch } from "../../../tasks/optimization/servers/server-search.ts";
import { type ChosenSimulations, chooseSimulations, toSearched } from "../../child/chosen-simulations.ts";
import { readGivenResults } from "../../child/given-results.ts";
import { createProgress, report } from "../../child/report.ts";
import type { ToChild } from "../../contract/messages.ts";
import type { ServerSearchWork, StoredSimulation } from "../../contract/search-ports.ts";
import { foundSoFar } from "./simulations-found.ts";

/** Between two checkpoints. */
const CHECKPOINT_MS = 1_000;

export const searchServers = (work: ServerSearchWork, messages: AsyncIterable<ToChild>): Promise<void> =>
  chooseSimulations(messages, (storedSimulations) => open(work, storedSimulations));

async function open(
  work: ServerSearchWork,
  storedSimulations: readonly StoredSimulation[],
): Promise<ChosenSimulations | { errors: Record<string, string[]> }> {
  const { workDir, variables, relation, seed, maximum, warmStart } = work;
  const { goals, pursued, hasSpec } = compileGoals(work.model, work.score, work.furtherGoals);
  const givenResults = await readGivenResults(work, createProgress());
  if ("errors" in givenResults) return givenResults;
  const checkpointPath = join(workDir, "search.checkpoint");
  const checkpoint = SERVER_SEARCH_CODEC.read(await readFile(checkpointPath).catch(() => null));
  const search = new ServerSearch({
    variables,
    relation,
    goals,
    seed,
    maximum,
    warmStart,
    isImproved: true,
    knownSimulations: storedSimulations.map(toSearched),
    givenResults: givenResults.results,
    checkpoint,
  });
  let savedAt = performance.now();
  return {
    rated: () => search.rated,
    tell: (simulations) => search.tell(simulations),
    ask: () => search.ask(),
    needsResults: () => search.needsResults,
    improvement: () => (search.canImprove ? search.improve() : null),
    isOver: () => search.stopReason !== null,
    hasSpec,
    reportFound: (isOver) =>
      report({ type: "found", result: foundSoFar(search, { pursued, hasSpec, isOver }) }),
    keep: async () => {
      if (performance.now() - savedAt < CHECKPOINT_MS) return;
      await writeWhole(checkpointPath, SERVER_SEARCH_CODEC.write(search.checkpoint()));
      savedAt = performance.now();
    },
  };
}
