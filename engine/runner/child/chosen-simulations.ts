/**
 * Runs a search that chooses simulations on servers: reads the runner's messages, and reports scores, proposals and
 * results.
 */
import { setImmediate } from "node:timers/promises";
import type {
  RatedSimulation,
  SearchedSimulation,
} from "../../tasks/optimization/servers/rated-simulation.ts";
import type { ToChild, ToRunner } from "../contract/messages.ts";
import type { StoredSimulation } from "../contract/search-ports.ts";
import { createFailure, report } from "./report.ts";
import { createScore, nothingScored } from "./simulation-scores.ts";

type Proposed = Extract<ToRunner, { type: "proposed" }>["simulations"][number];

export interface ChosenSimulations {
  /** The results, with or without a score, by rising index. */
  readonly rated: () => RatedSimulation[];
  /**
   * Adds simulations that have ended.
   * @returns the same simulations with their scores
   */
  tell(simulations: readonly SearchedSimulation[]): RatedSimulation[];
  /** Proposes the next simulation; null where there is a reason to stop, or where open simulations must end first. */
  ask(): Proposed | null;
  /**
   * False while the next simulation does not depend on results: it may then be proposed ahead and wait for a slot.
   */
  readonly needsResults: () => boolean;
  /**
   * Computes step by step what makes later choices better; choices may be made in between. Null where there is
   * nothing to compute.
   */
  readonly improvement?: () => Generator<undefined, void> | null;
  readonly isOver: () => boolean;
  /** The score function has limits, so that a score decides what is in spec. */
  readonly hasSpec: boolean;
  /** Reports the result so far, or the final one. */
  reportFound(isOver: boolean): Promise<void>;
  /** Stores after proposals what an interruption must not lose. */
  keep?(): Promise<void>;
}

/** This many simulations that need no results are proposed beyond the requested number. */
const PROPOSALS_AHEAD = 64;
/** An improvement computes for this long before the next message is read (ms). */
const IMPROVEMENT_SLICE_MS = 10;
/** Reports of the result so far are at least this far apart (ms). */
const REPORT_INTERVAL_MS = 1_000;

/**
 * Handles the messages of the runner until the search ends.
 *
 * @param messages the messages of the runner: `tell` with all stored simulations, then `ask`, `tell` and in the end
 * `stop`; others are ignored
 * @param open opens a search of the stored simulations; it returns `errors`, sentences by field, where the job's data
 * are not what the search needs
 */
export async function chooseSimulations(
  messages: AsyncIterable<ToChild>,
  open: (
    stored: readonly StoredSimulation[],
  ) => Promise<ChosenSimulations | { errors: Record<string, string[]> }>,
): Promise<void> {
  const storedSimulations: StoredSimulation[] = [];
  let session: Session | null = null;
  for await (const message of messages) {
    if (message.type !== "tell" && message.type !== "ask" && message.type !== "stop") continue;
    if (message.type === "tell" && session === null) {
      storedSimulations.push(...message.simulations);
      continue;
    }
    if (session === null) {
      const opened = await open(storedSimulations);
      if ("errors" in opened) return report({ type: "invalid", errors: opened.errors });
      session = await beginSession(opened, storedSimulations.splice(0));
    }
    if (message.type === "ask") await session.ask(message.count);
    else if (message.type === "stop") return session.end();
    else if (await session.tell(message.simulations)) return;
  }
}

interface Session {
  /**
   * Adds simulations that have ended.
   * @returns true where the search cannot continue, which it has reported then
   */
  tell(simulations: readonly StoredSimulation[]): Promise<boolean>;
  ask(count: number): Promise<void>;
  end(): Promise<void>;
}

/** Computes the improvement in slices, and resolves at its end. */
async function improveInSlices(improvement: Generator<undefined, void>): Promise<void> {
  let since = performance.now();
  for (const _ of improvement) {
    if (performance.now() - since < IMPROVEMENT_SLICE_MS) continue;
    await setImmediate();
    since = performance.now();
  }
}

async function beginSession(
  search: ChosenSimulations,
  storedSimulations: readonly StoredSimulation[],
): Promise<Session> {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const reportScores = async (rated: readonly RatedSimulation[]) => {
    const scores = rated.map((simulation) => createScore(simulation, search.hasSpec));
    if (scores.length > 0) await report({ type: "scored", scores });
  };
  let isImproving = false;
  const improve = async (improvement: Generator<undefined, void>) => {
    isImproving = true;
    const end = await improveInSlices(improvement).then(
      (): ToRunner => ({ type: "improved" }),
      createFailure,
    );
    // The flag is cleared before the runner receives the message: what is sent later is no longer of this
    // improvement.
    isImproving = false;
    await report(end);
  };
  const describeFailure = nothingScored(search.rated());
  const open = new Set(
    storedSimulations.flatMap((simulation) => (simulation.state === "open" ? [simulation.index] : [])),
  );
  const scoredIndices = new Set(
    storedSimulations.flatMap((simulation) => (simulation.isScored ? [simulation.index] : [])),
  );
  await reportScores(search.rated().filter(({ index }) => index !== null && !scoredIndices.has(index)));
  await search.reportFound(false);
  return {
    tell: async (simulations) => {
      for (const { index } of simulations) open.delete(index);
      await reportScores(search.tell(simulations.map(toSearched)));
      const text = describeFailure(search.rated());
      if (text !== null) {
        await report({ type: "failed", text, details: text });
        return true;
      }
      if (performance.now() - reportedAt >= REPORT_INTERVAL_MS) {
        await search.reportFound(false);
        reportedAt = performance.now();
      }
      return false;
    },
    ask: async (count) => {
      const simulations: Proposed[] = [];
      while (simulations.length < count + (search.needsResults() ? 0 : PROPOSALS_AHEAD)) {
        const next = search.ask();
        if (next === null) break;
        simulations.push(next);
        open.add(next.index);
      }
      const isOver = search.isOver() || (simulations.length < count && open.size === 0);
      const improvement = isOver || isImproving ? null : (search.improvement?.() ?? null);
      await report({
        type: "proposed",
        simulations,
        isOver,
        isImproving: isImproving || improvement !== null,
      });
      await search.keep?.();
      // Messages are read meanwhile.
      if (improvement !== null) void improve(improvement);
    },
    end: () => search.reportFound(true),
  };
}

export const toSearched = ({ index, inputs, state, outputs }: StoredSimulation): SearchedSimulation => ({
  index,
  inputs,
  state,
  outputs: outputs && { ...outputs },
});
