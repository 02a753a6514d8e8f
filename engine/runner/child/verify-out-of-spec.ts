/** Simulations on servers that show what is out of spec: proposes them, rates their results, reports what they say. */
import type { ToChild } from "../messages.ts";
import type { SearchWork, StoredSimulation } from "../search-ports.ts";
import { openContourSpec } from "./contour-spec.ts";
import { createProgress, report } from "./report.ts";
import { type SimulatedSession, searched } from "./simulated-session.ts";
import { nothingScored, scoreOf } from "./simulation-scores.ts";
import { openVerification } from "./verified-spec.ts";

/** Between two reports of what was found. */
const FOUND_MS = 2_000;

/** @param messages of the runner: `tell`, `ask` and in the end `stop`; others are passed over */
export async function verifyOutOfSpec(work: SearchWork, messages: AsyncIterable<ToChild>): Promise<void> {
  const known: StoredSimulation[] = [];
  let session: Session | null = null;
  for await (const message of messages) {
    if (message.type !== "tell" && message.type !== "ask" && message.type !== "stop") continue;
    if (message.type === "tell" && session === null) {
      known.push(...message.simulations);
      continue;
    }
    if (session === null) {
      const opened = await open(work, known.splice(0));
      if ("errors" in opened) {
        await report({ type: "invalid", errors: opened.errors });
        return;
      }
      session = await begin(opened);
    }
    if (message.type === "ask") await session.ask(message.count);
    else if (message.type === "stop") return session.end();
    else if (await session.tell(message.simulations)) return;
  }
}

function open(
  work: SearchWork,
  known: readonly StoredSimulation[],
): Promise<SimulatedSession | { errors: Record<string, string[]> }> {
  const progress = createProgress();
  return work.emulator === null ? openContourSpec(work, known, progress) : openVerification(work, known);
}

interface Session {
  /** Answers whether the search cannot go on, which it has reported then. */
  tell(simulations: readonly StoredSimulation[]): Promise<boolean>;
  ask(count: number): Promise<void>;
  end(): Promise<void>;
}

async function begin({ search, unscored, predictionOf, found }: SimulatedSession): Promise<Session> {
  let reported = Number.NEGATIVE_INFINITY;
  const reportScores = async (rated: typeof search.rated) => {
    if (rated.length > 0) await report({ type: "scored", scores: rated.map((one) => scoreOf(one, true)) });
  };
  const reportFound = (isOver: boolean) => report({ type: "regions", found: found(isOver) });
  const failing = nothingScored(search.rated);

  await reportScores(search.rated.filter(({ index }) => index !== null && unscored.has(index)));
  await reportFound(false);
  return {
    tell: async (simulations) => {
      await reportScores(search.tell(simulations.map(searched)));
      const text = failing(search.rated);
      if (text !== null) {
        await report({ type: "failed", text, details: text });
        return true;
      }
      if (performance.now() - reported >= FOUND_MS) {
        await reportFound(false);
        reported = performance.now();
      }
      return false;
    },
    ask: async (count) => {
      const { proposer } = search;
      const proposed: { id: number; point: Float64Array }[] = [];
      while (proposed.length < count) {
        const next = proposer.ask();
        if (next === null) break;
        proposed.push(next);
      }
      const simulations = proposed.map(({ id, point }) => ({ index: id, ...predictionOf(point) }));
      const isOver = proposer.stopReason !== null || simulations.length < count;
      await report({ type: "proposed", simulations, isOver });
    },
    end: () => reportFound(true),
  };
}
