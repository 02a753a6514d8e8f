/**
 * The training of one job on the server that was chosen for it: the only place that decides what an event does to it.
 * Pure: the commands that store jobs write the result, guarded by the attempt that it was decided for.
 *
 * ```
 *              leased (attempt + 1)
 *  waiting --------------------------> leased --renewed--> leased
 *    ^  ^                               |  |  \--the end is reported--> over (its job is in another state)
 *    |  +--given back, or declined------+  |      not counted
 *    +-----lost, or could not train--------+      counted: after the 4th time it is over, and the job has failed
 * ```
 * An event of an attempt that is not leased, or not any more, changes nothing. Starting, resuming or moving the training
 * makes a new lease that waits.
 */
import { INFRASTRUCTURE_RETRIES } from "./rules.ts";

export type TrainingLease = {
  /** The number of the last lease, also of those on other servers; 0: there was none. */
  readonly attempt: number;
  /** While the server has it. */
  readonly until: Date | null;
  readonly failures: number;
  /** Why the server could not train it the last time, a sentence. */
  readonly reason: string | null;
};

export type TrainingLeaseEvent =
  | { readonly type: "leased"; readonly until: Date }
  | { readonly type: "renewed"; readonly attempt: number; readonly until: Date }
  | { readonly type: "given-back" | "over"; readonly attempt: number }
  | { readonly type: "infrastructure-failed"; readonly attempt: number; readonly reason: string };

export const isOutOfAttempts = ({ failures }: Pick<TrainingLease, "failures">): boolean =>
  failures > INFRASTRUCTURE_RETRIES;

/** Applies an event to the lease; null if the event leaves it as it is. */
export function nextTrainingLease(lease: TrainingLease, event: TrainingLeaseEvent): TrainingLease | null {
  if (event.type === "leased") {
    if (lease.until !== null || isOutOfAttempts(lease)) return null;
    return { ...lease, attempt: lease.attempt + 1, until: event.until };
  }
  if (lease.until === null || event.attempt !== lease.attempt) return null;
  switch (event.type) {
    case "renewed":
      return { ...lease, until: event.until };
    case "given-back":
    case "over":
      return { ...lease, until: null };
    case "infrastructure-failed":
      return { ...lease, until: null, failures: lease.failures + 1, reason: event.reason };
  }
}
