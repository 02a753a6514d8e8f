/** The stored simulations as a run and the child that chooses its simulations exchange them. */

import type { ToChild, ToRunner } from "../contract/messages.ts";
import type { RunTally } from "../contract/run-ports.ts";
import type { StoredSimulation } from "../contract/search-ports.ts";
import { type Child, startChild } from "./child-process.ts";
import type { Run } from "./run.ts";
import { runText } from "./simulate-all.ts";

/** It is begun anew after so long. */
const DEADLINE_MS = 24 * 60 * 60 * 1000;

type Begun = {
  readonly order: ToChild;
  /** The shortest time (ms) after which a silent child counts as dead. */
  readonly silence?: number;
  handle(message: Exclude<ToRunner, { type: "alive" }>): Promise<void>;
  /** Becomes the indices of simulations that have not ended. */
  readonly open: Set<number>;
};

/** Begins a child and tells it all that is stored, from which it goes on. */
export async function beginFromStored(
  { claim, context: { ports, limits } }: Run,
  { order, silence = 0, handle, open }: Begun,
): Promise<Child> {
  open.clear();
  // It is all read first: nothing else is told meanwhile.
  const parts: StoredSimulation[][] = [];
  for await (const part of ports.storedSimulations(claim)) parts.push([...part]);
  const childLimits = { ...limits, silence: Math.max(limits.silence, silence), deadline: DEADLINE_MS };
  const child = startChild(order, childLimits, handle);
  for (const simulations of parts) {
    for (const { index, state } of simulations) if (state === "open") open.add(index);
    child.send({ type: "tell", simulations });
  }
  return child;
}

/** Tells those that were open and have ended. */
export async function tellEnded(
  { claim, context: { ports } }: Run,
  child: { readonly open: ReadonlySet<number>; tell(simulations: readonly StoredSimulation[]): void },
): Promise<void> {
  if (child.open.size === 0) return;
  const ended: StoredSimulation[] = [];
  for await (const part of ports.storedSimulations(claim, [...child.open]))
    ended.push(...part.filter(({ state }) => state !== "open"));
  if (ended.length > 0) child.tell(ended);
}

/**
 * @param isWaiting no server is there for what has not ended
 * @param text how far they are; by default as `12 of 40 simulations`
 */
export function createProgressReport(
  tally: RunTally,
  planned: number,
  isWaiting: boolean,
  text = runText(tally, planned),
) {
  return {
    planned,
    percentage: ((tally.complete + tally.failed) / Math.max(1, planned)) * 100,
    text: isWaiting ? `Waiting for a connected server: ${text}` : text,
  };
}
