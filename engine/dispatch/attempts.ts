/**
 * The attempts at one simulation: the only place that decides what an event does to it. Pure: the commands that store
 * simulations write the result, guarded by the status and the attempt that it was decided for.
 *
 * ```
 *                    lease: attempt 1          lease: attempt 2             lease: attempt 3
 *   pending -----------> leased to A -----------> leased to B ------ ... --------> leased to A
 *      ^                    |  renewed while A is connected
 *      |                    |
 *      +--------------------+  lost (the lease ran out, A restarted) or A could not run it: counted, A is held back
 *      |                    |  given back by A: not counted
 *      |                    |
 *      |      outputs of any attempt by the server that had it  --> Complete, the first counts
 *      |      model failure of any attempt since the last retry --> Running Failed
 *      |      failed to be run a 4th time                       --> Running Failed
 *      |                    |
 *      +---- resumed -- Interrupted  <-- stopped
 * ```
 * The statuses and every event in each of them: shared/domain/simulation.ts.
 */
import {
  LEASED_STATUSES,
  nextSimulationStatus,
  type SimulationStatus,
} from "@understudy/shared/domain/simulation.ts";
import { MAX_CLOCK_DIFFERENCE_MS } from "@understudy/shared/limits.ts";
import { HELD_BACK_MS, INFRASTRUCTURE_RETRIES } from "./rules.ts";

export type Attempts = {
  readonly status: SimulationStatus;
  /** The number of the last lease: as many as there are holders. */
  readonly attempt: number;
  /** The servers that each attempt was leased to, by id: attempt 1 first. */
  readonly holders: readonly number[];
  /** While a server has it. */
  readonly leaseUntil: Date | null;
  readonly infrastructureFailures: number;
  /** The last attempt when a person had it tried again: how the model failed in it, or before, counts no more. */
  readonly retriedAfter: number;
  /** The server that failed to run it last does not get it before. */
  readonly heldBack: { readonly server: number; readonly until: Date } | null;
  /** An emulator has predicted its outputs. */
  readonly verifies: boolean;
};

export type AttemptsEvent =
  | { readonly type: "leased"; readonly server: number; readonly until: Date; readonly now: Date }
  /** From the server that the attempt was leased to, now or long ago. */
  | {
      readonly type: "succeeded" | "model-failed" | "given-back";
      readonly server: number;
      readonly attempt: number;
    }
  /** Reported by the server (it could not run it), or because its lease ran out. */
  | {
      readonly type: "infrastructure-failed";
      readonly server: number;
      readonly attempt: number;
      readonly now: Date;
    }
  | { readonly type: "stopped" | "resumed" | "retried" };

export const isLeased = ({ status }: Pick<Attempts, "status">): boolean =>
  LEASED_STATUSES.some((leased) => leased === status);

/** True while this server has the simulation, by this attempt. */
export const isHeldBy = (state: Attempts, server: number, attempt: number): boolean =>
  isLeased(state) && state.attempt === attempt && state.holders[attempt - 1] === server;

/**
 * No simulation that a server has failed to run just now is held back for longer, whichever process has noted it. One that is was held back
 * before the clocks were set back.
 */
export const latestHoldEnd = (now: Date): Date =>
  new Date(now.getTime() + HELD_BACK_MS + MAX_CLOCK_DIFFERENCE_MS);

/** True if the simulation may be given to the server now. */
export const isFreeFor = ({ heldBack }: Pick<Attempts, "heldBack">, server: number, now: Date): boolean =>
  heldBack === null ||
  heldBack.server !== server ||
  heldBack.until <= now ||
  heldBack.until > latestHoldEnd(now);

/** Applies an event to the simulation; null if the event leaves it as it is. */
export function nextAttempts(state: Attempts, event: AttemptsEvent): Attempts | null {
  if (!isMeant(state, event)) return null;
  const failures = state.infrastructureFailures + (event.type === "infrastructure-failed" ? 1 : 0);
  const status = nextSimulationStatus(state.status, event.type, {
    verifies: state.verifies,
    outOfAttempts: failures > INFRASTRUCTURE_RETRIES,
  });
  if (status === null) return null;
  const moved: Attempts = { ...state, status, leaseUntil: null };
  switch (event.type) {
    case "leased": {
      const holders = [...state.holders, event.server];
      return { ...moved, holders, attempt: state.attempt + 1, leaseUntil: event.until };
    }
    case "infrastructure-failed": {
      const until = new Date(event.now.getTime() + HELD_BACK_MS);
      return { ...moved, infrastructureFailures: failures, heldBack: { server: event.server, until } };
    }
    case "retried":
      return { ...moved, infrastructureFailures: 0, heldBack: null, retriedAfter: state.attempt };
    case "succeeded":
    case "model-failed":
    case "given-back":
    case "stopped":
    case "resumed":
      return moved;
  }
}

/** A server that once had an attempt may still report how the model ended; all other events count only from the current one. */
function isMeant(state: Attempts, event: AttemptsEvent): boolean {
  switch (event.type) {
    case "leased":
      return isFreeFor(state, event.server, event.now);
    case "succeeded":
      return state.holders[event.attempt - 1] === event.server;
    case "model-failed":
      return event.attempt > state.retriedAfter && state.holders[event.attempt - 1] === event.server;
    case "infrastructure-failed":
    case "given-back":
      return isHeldBy(state, event.server, event.attempt);
    case "stopped":
    case "resumed":
    case "retried":
      return true;
  }
}
