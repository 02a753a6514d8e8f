/**
 * The simulations that one connected server has, or is being offered:
 *
 * ```
 *            accepted
 *  offered ------------> taken --reported (stored), given back, lost, cancelled--> (gone)
 *     \--declined, or no answer in time--> (gone, and others may have it)
 * ```
 */
import { OFFER_MS } from "@understudy/shared/worker/worker-protocol.ts";
import { type Attempt, attemptKey } from "@understudy/shared/worker/worker-simulation.ts";

type Slot = {
  readonly attempt: Attempt;
  readonly jobId: number;
  state: "offered" | "taken";
  readonly since: number;
};

export type Slots = ReturnType<typeof createSlots>;

/** @param now Milliseconds that never go back. */
export function createSlots(now: () => number) {
  const slots = new Map<string, Slot>();
  const add = ({ simulation, attempt }: Attempt, jobId: number, state: Slot["state"]) => {
    const only = { simulation, attempt };
    slots.set(attemptKey(only), { attempt: only, jobId, state, since: now() });
  };
  const freeUnless = (isKept: (slot: Slot) => boolean): Attempt[] => {
    const freed = [...slots].filter(([, slot]) => !isKept(slot));
    for (const [key] of freed) slots.delete(key);
    return freed.map(([, { attempt }]) => attempt);
  };

  return {
    get size(): number {
      return slots.size;
    },
    offer: (attempt: Attempt, jobId: number): void => add(attempt, jobId, "offered"),
    /** It had it before this connection began. */
    resume: (attempt: Attempt, jobId: number): void => add(attempt, jobId, "taken"),
    /** @returns false: it was never offered, or is by now another server's */
    accept: (attempt: Attempt): boolean => {
      const slot = slots.get(attemptKey(attempt));
      if (slot === undefined) return false;
      slot.state = "taken";
      return true;
    },
    /** @returns whether it was there */
    free: (attempt: Attempt): boolean => slots.delete(attemptKey(attempt)),
    /** Milliseconds since it was offered. */
    ageOf: (attempt: Attempt): number | null => {
      const slot = slots.get(attemptKey(attempt));
      return slot === undefined ? null : now() - slot.since;
    },
    countOf: (jobId: number): number => [...slots.values()].filter((slot) => slot.jobId === jobId).length,
    jobOf: (attempt: Attempt): number | null => slots.get(attemptKey(attempt))?.jobId ?? null,
    /** Frees those of a job, and returns them. */
    freeJob: (jobId: number): Attempt[] => freeUnless((slot) => slot.jobId !== jobId),
    /** Frees what was offered and never answered. */
    freeUnanswered: (): Attempt[] =>
      freeUnless(({ state, since }) => state === "taken" || now() - since <= OFFER_MS),
    /** Frees what was offered and will not be answered any more. */
    freeOffered: (): Attempt[] => freeUnless(({ state }) => state === "taken"),
    /**
     * Lists the attempts that the server has accepted and does not name; by the time that it is freed it may have
     * accepted more.
     */
    unreported: (running: readonly Attempt[]): Attempt[] => {
      const named = new Set(running.map(attemptKey));
      return [...slots].flatMap(([key, { attempt, state }]) =>
        state === "offered" || named.has(key) ? [] : [attempt],
      );
    },
  };
}
