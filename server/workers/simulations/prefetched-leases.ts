/**
 * Simulations that one connected server will be offered next: leased a moment ahead, so that where simulations are short no
 * slot waits for the database.
 *
 * ```
 *  leased --a slot is free--> offered (see slots.ts)
 *     \--not within 5 s, or the server takes no more--> given back
 * ```
 */
import type { LeasedSimulation } from "../../dispatch/dispatch.ts";

/** A server that holds more than it can run in a moment keeps it from others. */
const MAX_AGE_MS = 5_000;
/** So much of a server's work is leased ahead. */
const AHEAD_MS = 1_000;
const MAX_AHEAD_PER_SLOT = 4;
const MAX_AHEAD = 256;
/** The weight of the last simulation in the moving average of their durations. */
const DURATION_WEIGHT = 0.2;

/** @param slots How many simulations the server runs at a time. @param now Milliseconds that never go back */
export function createPrefetchedLeases(slots: number, now: () => number) {
  let held: { readonly leased: LeasedSimulation; readonly since: number }[] = [];
  let meanMs: number | null = null;

  const remove = (isRemoved: (lease: (typeof held)[number]) => boolean): LeasedSimulation[] => {
    const removed = held.filter(isRemoved);
    held = held.filter((lease) => !isRemoved(lease));
    return removed.map(({ leased }) => leased);
  };

  return {
    get size(): number {
      return held.length;
    },
    /** Computes how many leases should be held: none before it is known that simulations are short. */
    target: (): number => {
      const perSlot = meanMs === null ? 0 : Math.min(MAX_AHEAD_PER_SLOT, AHEAD_MS / Math.max(1, meanMs));
      return Math.min(MAX_AHEAD, Math.floor(perSlot * slots));
    },
    /** A simulation ended so many milliseconds after it had been offered. */
    recordDuration: (ms: number): void => {
      meanMs = meanMs === null ? ms : meanMs + DURATION_WEIGHT * (ms - meanMs);
    },
    add: (leased: readonly LeasedSimulation[]): void => {
      for (const lease of leased) held.push({ leased: lease, since: now() });
    },
    /** Removes the first that may be offered now, and returns it. */
    next: (isAllowed: (leased: LeasedSimulation) => boolean): LeasedSimulation | null => {
      const at = held.findIndex(({ leased }) => isAllowed(leased));
      return held.splice(at, at < 0 ? 0 : 1)[0]?.leased ?? null;
    },
    removeJob: (jobId: number): LeasedSimulation[] => remove(({ leased }) => leased.jobId === jobId),
    removeOld: (): LeasedSimulation[] => remove(({ since }) => now() - since > MAX_AGE_MS),
    removeAll: (): LeasedSimulation[] => remove(() => true),
  };
}
