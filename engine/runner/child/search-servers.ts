/** Optimization by simulations on servers: proposes them, rates their results, keeps a checkpoint on disk. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "../../dataset/storage/files.ts";
import { compileGoals, type JobGoals } from "../../specs/job-goals.ts";
import type { RatedSimulation } from "../../tasks/optimization/servers/rated-simulation.ts";
import { readServerSearch, writeServerSearch } from "../../tasks/optimization/servers/search-file.ts";
import { type ProposedSimulation, ServerSearch } from "../../tasks/optimization/servers/server-search.ts";
import type { ToChild } from "../messages.ts";
import type { ServerSearchWork, StoredSimulation } from "../search-ports.ts";
import { type GivenResult, readGivenResults } from "./given-results.ts";
import { createProgress, report } from "./report.ts";
import { nothingScored, scoreOf } from "./simulation-scores.ts";
import { foundSoFar } from "./simulations-found.ts";

/** Between two checkpoints, and between two reports of what was found. */
const CHECKPOINT_MS = 1_000;
const FOUND_MS = 1_000;

/** @param messages of the runner: `tell`, `ask` and in the end `stop`; others are passed over */
export async function searchServers(work: ServerSearchWork, messages: AsyncIterable<ToChild>): Promise<void> {
  const goals = compileGoals(work.model, work.score, work.furtherGoals);
  const given = await readGivenResults(work, createProgress());
  if ("errors" in given) {
    await report({ type: "invalid", errors: given.errors });
    return;
  }
  const known: StoredSimulation[] = [];
  let session: Session | null = null;
  for await (const message of messages) {
    if (message.type !== "tell" && message.type !== "ask" && message.type !== "stop") continue;
    if (message.type === "tell" && session === null) {
      known.push(...message.simulations);
      continue;
    }
    session ??= await begin(work, goals, known.splice(0), given.results);
    if (message.type === "ask") await session.ask(message.count);
    else if (message.type === "stop") return session.end();
    else if (await session.tell(message.simulations)) return;
  }
}

interface Session {
  /** Answers whether the search cannot go on, which it has reported then. */
  tell(simulations: readonly StoredSimulation[]): Promise<boolean>;
  ask(count: number): Promise<void>;
  end(): Promise<void>;
}

async function begin(
  { workDir, variables, seed, maximum, warmStart }: ServerSearchWork,
  { goals, pursued, hasSpec }: JobGoals,
  known: readonly StoredSimulation[],
  given: readonly GivenResult[],
): Promise<Session> {
  const checkpointPath = join(workDir, "search.checkpoint");
  const checkpoint = readServerSearch(await readFile(checkpointPath).catch(() => null));
  const search = new ServerSearch({
    variables,
    goals,
    seed,
    maximum,
    warmStart,
    known: known.map(searched),
    given,
    checkpoint,
  });
  let kept = performance.now();
  let found = Number.NEGATIVE_INFINITY;
  const reportScores = async (rated: readonly RatedSimulation[]) => {
    if (rated.length > 0) await report({ type: "scored", scores: rated.map((one) => scoreOf(one, hasSpec)) });
  };
  const reportFound = (isOver: boolean) =>
    report({ type: "found", found: foundSoFar(search, { pursued, hasSpec, isOver }) });
  const failing = nothingScored(search.rated);

  const isScored = new Set(known.flatMap((one) => (one.isScored ? [one.index] : [])));
  await reportScores(search.rated.filter(({ index }) => index !== null && !isScored.has(index)));
  await reportFound(false);
  return {
    tell: async (simulations) => {
      await reportScores(search.tell(simulations.map(searched)));
      const text = failing(search.rated);
      if (text !== null) {
        await report({ type: "failed", text, details: text });
        return true;
      }
      if (performance.now() - found >= FOUND_MS) {
        await reportFound(false);
        found = performance.now();
      }
      return false;
    },
    ask: async (count) => {
      const simulations: ProposedSimulation[] = [];
      while (simulations.length < count) {
        const next = search.ask();
        if (next === null) break;
        simulations.push(next);
      }
      const isOver = search.stopReason !== null || simulations.length < count;
      await report({ type: "proposed", simulations, isOver });
      if (performance.now() - kept >= CHECKPOINT_MS) {
        await writeWhole(checkpointPath, writeServerSearch(search.checkpoint()));
        kept = performance.now();
      }
    },
    end: () => reportFound(true),
  };
}

const searched = ({ index, inputs, state, outputs }: StoredSimulation) => ({
  index,
  inputs,
  state,
  outputs: outputs && { ...outputs },
});
