/**
 * Simulations that one connected server will be offered next: leased a moment ahead, so that where simulations are short no
 * slot waits for the database.
 *
 * ```
 *  leased --a slot is free--> offered (see slots.ts)
 *     \--not within 5 s, or the server takes no more--> given back
 * ```
 */
import type { Leased } from "../dispatch/dispatch.ts";

/** Whoever holds more than it gets done in a moment keeps it from others. */
const HELD_MS = 5_000;
/** So much of a server's work lies ready for it. */
const AHEAD_MS = 1_000;
/** For each slot, and altogether. */
const MOST = { perSlot: 4, all: 256 };
/** Of the last simulation, in the mean of how long they take. */
const WEIGHT = 0.2;

/** @param now Milliseconds that never go back. @param slots How many simulations the server runs at a time */
export function createReserve(slots: number, now: () => number) {
  let held: { readonly leased: Leased; readonly since: number }[] = [];
  let mean: number | null = null;

  const take = (isTaken: (one: (typeof held)[number]) => boolean): Leased[] => {
    const taken = held.filter(isTaken);
    held = held.filter((one) => !isTaken(one));
    return taken.map(({ leased }) => leased);
  };

  return {
    get size(): number {
      return held.length;
    },
    /** How many there should be: none before it is known that simulations are short. */
    ahead: (): number => {
      const perSlot = mean === null ? 0 : Math.min(MOST.perSlot, AHEAD_MS / Math.max(1, mean));
      return Math.min(MOST.all, Math.floor(perSlot * slots));
    },
    /** One was done so many milliseconds after it had been offered. */
    done: (ms: number): void => {
      mean = mean === null ? ms : mean + WEIGHT * (ms - mean);
    },
    add: (leased: readonly Leased[]): void => {
      for (const one of leased) held.push({ leased: one, since: now() });
    },
    /** The first that may be offered now. */
    next: (isAllowed: (leased: Leased) => boolean): Leased | null => {
      const at = held.findIndex(({ leased }) => isAllowed(leased));
      return held.splice(at, at < 0 ? 0 : 1)[0]?.leased ?? null;
    },
    /** Takes out those of a job, which is stopped. */
    freeJob: (job_id: number): Leased[] => take(({ leased }) => leased.job_id === job_id),
    freeOld: (): Leased[] => take(({ since }) => now() - since > HELD_MS),
    freeAll: (): Leased[] => take(() => true),
  };
}
