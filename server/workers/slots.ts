/**
 * The simulations that one connected server has, or is being offered:
 *
 * ```
 *            accepted
 *  offered ------------> taken --told (stored), given back, lost, cancelled--> (gone)
 *     \--declined, or no answer in time--> (gone, and others may have it)
 * ```
 */
import { type Attempt, attemptKey, OFFER_MS } from "@understudy/shared/worker-protocol.ts";

type Slot = {
  readonly attempt: Attempt;
  readonly job_id: number;
  state: "offered" | "taken";
  readonly since: number;
};

export type Slots = ReturnType<typeof createSlots>;

/** @param now Milliseconds that never go back. */
export function createSlots(now: () => number) {
  const slots = new Map<string, Slot>();
  const add = (attempt: Attempt, job_id: number, state: Slot["state"]) => {
    const { simulation } = attempt;
    const only = { simulation, attempt: attempt.attempt };
    slots.set(attemptKey(attempt), { attempt: only, job_id, state, since: now() });
  };
  const take = (keep: (slot: Slot) => boolean): Attempt[] => {
    const gone = [...slots].filter(([, slot]) => !keep(slot));
    for (const [key] of gone) slots.delete(key);
    return gone.map(([, { attempt }]) => attempt);
  };

  return {
    get size(): number {
      return slots.size;
    },
    offer: (attempt: Attempt, job_id: number): void => add(attempt, job_id, "offered"),
    /** It had it before this connection began. */
    resume: (attempt: Attempt, job_id: number): void => add(attempt, job_id, "taken"),
    /** @returns false: it was never offered, or is by now somebody else's */
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
    countOf: (job_id: number): number => [...slots.values()].filter((slot) => slot.job_id === job_id).length,
    jobOf: (attempt: Attempt): number | null => slots.get(attemptKey(attempt))?.job_id ?? null,
    /** Frees those of a job, and returns them. */
    freeJob: (job_id: number): Attempt[] => take((slot) => slot.job_id !== job_id),
    /** Frees what was offered and never answered. */
    freeUnanswered: (): Attempt[] =>
      take(({ state, since }) => state === "taken" || now() - since <= OFFER_MS),
    /** Frees what was offered and will not be answered any more. */
    freeOffered: (): Attempt[] => take(({ state }) => state === "taken"),
    /** What the server has taken and says nothing of: by the time that it is freed it may have taken more. */
    unknown: (running: readonly Attempt[]): Attempt[] => {
      const known = new Set(running.map(attemptKey));
      return [...slots].flatMap(([key, { attempt, state }]) =>
        state === "offered" || known.has(key) ? [] : [attempt],
      );
    },
  };
}
