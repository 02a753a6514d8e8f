/** Simulations on servers that a search chooses: hears the runner, and reports scores, proposals and what is found. */
import { setImmediate } from "node:timers/promises";
import type {
  RatedSimulation,
  SearchedSimulation,
} from "../../tasks/optimization/servers/rated-simulation.ts";
import type { ToChild, ToRunner } from "../messages.ts";
import type { StoredSimulation } from "../search-ports.ts";
import { failureOf, report } from "./report.ts";
import { nothingScored, scoreOf } from "./simulation-scores.ts";

type Proposed = Extract<ToRunner, { type: "proposed" }>["simulations"][number];

export interface ChosenSimulations {
  /** Results with a score or without, by rising index. */
  readonly rated: () => RatedSimulation[];
  /** @returns what it makes of simulations that have ended */
  tell(simulations: readonly SearchedSimulation[]): RatedSimulation[];
  /** The next simulation; null where there is a reason to stop, or what is open must show it first. */
  ask(): Proposed | null;
  /** False while the next simulation is the same whatever is known by then: it may as well wait for a slot. */
  readonly needsResults: () => boolean;
  /** What would make further choices better, by and by: choices may be made in between. Null where there is nothing to do. */
  readonly improvement?: () => Generator<undefined, void> | null;
  readonly isOver: () => boolean;
  /** Whether the score says what is in spec. */
  readonly hasSpec: boolean;
  /** Reports what is found so far, or at the end. */
  reportFound(isOver: boolean): Promise<void>;
  /** Called after proposals, to keep what an interruption must not lose. */
  keep?(): Promise<void>;
}

/** Simulations that need no results, besides those that are asked for. */
const AHEAD = 64;
/** What is improved in one go, before a message is read (ms). */
const SLICE_MS = 10;
/** Between two reports of what is found. */
const FOUND_MS = 1_000;

/**
 * @param messages of the runner: `tell` with all that is stored, then `ask`, `tell` and in the end `stop`; others are passed over
 * @param open makes a search of what is stored; `errors`: sentences by field, where what the job was given is not what it needs
 */
export async function chooseSimulations(
  messages: AsyncIterable<ToChild>,
  open: (
    known: readonly StoredSimulation[],
  ) => Promise<ChosenSimulations | { errors: Record<string, string[]> }>,
): Promise<void> {
  const known: StoredSimulation[] = [];
  let session: Session | null = null;
  for await (const message of messages) {
    if (message.type !== "tell" && message.type !== "ask" && message.type !== "stop") continue;
    if (message.type === "tell" && session === null) {
      known.push(...message.simulations);
      continue;
    }
    if (session === null) {
      const opened = await open(known);
      if ("errors" in opened) return report({ type: "invalid", errors: opened.errors });
      session = await begin(opened, known.splice(0));
    }
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

/** Resolves when it is at its end. */
async function improveBeside(improvement: Generator<undefined, void>): Promise<void> {
  let since = performance.now();
  for (const _ of improvement) {
    if (performance.now() - since < SLICE_MS) continue;
    await setImmediate();
    since = performance.now();
  }
}

async function begin(search: ChosenSimulations, known: readonly StoredSimulation[]): Promise<Session> {
  let reported = Number.NEGATIVE_INFINITY;
  const reportScores = async (rated: readonly RatedSimulation[]) => {
    const scores = rated.map((one) => scoreOf(one, search.hasSpec));
    if (scores.length > 0) await report({ type: "scored", scores });
  };
  let isImproving = false;
  const improve = async (improvement: Generator<undefined, void>) => {
    isImproving = true;
    const end = await improveBeside(improvement).then((): ToRunner => ({ type: "improved" }), failureOf);
    // Before the runner hears of it: what is sent later is no longer of this improvement.
    isImproving = false;
    await report(end);
  };
  const failing = nothingScored(search.rated());
  const open = new Set(known.flatMap((one) => (one.state === "open" ? [one.index] : [])));
  const isScored = new Set(known.flatMap((one) => (one.isScored ? [one.index] : [])));
  await reportScores(search.rated().filter(({ index }) => index !== null && !isScored.has(index)));
  await search.reportFound(false);
  return {
    tell: async (simulations) => {
      for (const { index } of simulations) open.delete(index);
      await reportScores(search.tell(simulations.map(searched)));
      const text = failing(search.rated());
      if (text !== null) {
        await report({ type: "failed", text, details: text });
        return true;
      }
      if (performance.now() - reported >= FOUND_MS) {
        await search.reportFound(false);
        reported = performance.now();
      }
      return false;
    },
    ask: async (count) => {
      const simulations: Proposed[] = [];
      while (simulations.length < count + (search.needsResults() ? 0 : AHEAD)) {
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
      // Meanwhile messages are heard.
      if (improvement !== null) void improve(improvement);
    },
    end: () => search.reportFound(true),
  };
}

export const searched = ({ index, inputs, state, outputs }: StoredSimulation): SearchedSimulation => ({
  index,
  inputs,
  state,
  outputs: outputs && { ...outputs },
});
