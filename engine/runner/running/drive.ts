import type { WriteOutcome } from "../contract/claim.ts";
import type { ToRunner } from "../contract/messages.ts";
import type { SearchWork } from "../contract/search-ports.ts";
import type { Run, RunEnd } from "./run.ts";

/** The running phase of the jobs of one objective. */
export type Drive = {
  /** Has all designs simulated or evaluated. @throws the signal's reason */
  run(run: Run): Promise<RunEnd>;
  /** Ends the phase after `run` was applied. @throws the signal's reason */
  finish(run: Run): Promise<void>;
};

export type ChildMessage = Exclude<ToRunner, { type: "alive" }>;

/** A result that a child reported: how it is stored, and whether no more follow. */
export type ReportedResult = {
  store(): Promise<WriteOutcome>;
  readonly isFinal: boolean;
  /** The best score so far; null: none, or the result has no such score. */
  readonly bestScore: number | null;
};

/** Reads the result of a search from a message of its child. @returns null for a message that is no result of the search */
export type ReadResult = (run: Run, message: ChildMessage) => ReportedResult | null;

/** Ends the phase of a job whose simulations need nothing further. */
export async function finishRun({ claim, context: { ports } }: Run): Promise<void> {
  await ports.transition(claim, { trigger: "run-finished", rows: null });
}

/** @throws Error for a job without a score function, which no search has */
export function requireSearch({ work: { search } }: Run): SearchWork {
  if (search === null) throw new Error("A search has a score function.");
  return search;
}
