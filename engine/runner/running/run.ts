import type { Claim, WriteOutcome } from "../contract/claim.ts";
import type { RunWork } from "../contract/run-ports.ts";
import type { Permits } from "./permits.ts";
import type { SessionContext } from "./session.ts";

export type RunContext = SessionContext & {
  /** The permits for this machine's children that the running phases of all its jobs share. */
  readonly permits: Permits;
};
/** The running phase of one job in the hands of this runner. */
export type Run = {
  readonly claim: Claim;
  readonly work: RunWork;
  readonly context: RunContext;
  readonly signal: AbortSignal;
};
/** `refused`: it is no longer this runner's work. */
export type RunEnd = WriteOutcome | { readonly error: string };
