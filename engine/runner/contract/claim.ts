/** Who works on what: see the tickets and claims of `ports.ts`. */
import type { Flow } from "../../dispatch/fair-shares.ts";

/** `data`: Validating and Preprocessing. `running`: Pending Running and Running. `training`: Pending Training and Training. */
export type Phase = "data" | "running" | "training";

/** One entry of a job into a phase. The ticket makes queueing it twice harmless. */
export type Work = {
  readonly jobId: number;
  readonly phase: Phase;
  readonly ticket: number;
  /** Work with the least order is next: its start tag in virtual time; see fair-shares.ts. */
  readonly order?: number;
  /** A training that is expected to be short: it runs beside a long one. */
  readonly isShort?: boolean;
  /** The creator of the job and their weight, by which the processor is shared. Work that an earlier version queued has none. */
  readonly flow?: Flow;
};

export type Claim = Work & { readonly claimId: string };

/** `refused`: the claim no longer holds, or the status has no such arrow. Never an error; the runner drops the work. */
export type WriteOutcome = "applied" | "refused";

/** An uploaded file: where it lies (absolute) and the name people know it by. */
export type SourceFile = { readonly path: string; readonly name: string };
