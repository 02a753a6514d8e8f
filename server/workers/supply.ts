/** Keeps one connected server supplied with simulations: as many as it has free slots, never the same to two. */
import type { Attempt } from "@understudy/shared/worker-protocol.ts";
import { giveBack, type Leased, leaseSimulations, type Server } from "../dispatch/dispatch.ts";
import { log } from "../log.ts";
import type { Platform } from "../platform.ts";
import { createReserve } from "./reserve.ts";
import type { Slots } from "./slots.ts";
import type { Tell } from "./types.ts";

/** How often it is looked for work that nobody has woken this process for, and for offers without an answer. */
const LOOK_MS = 5_000;
/** A server that declined what it was offered is not asked again at once. */
const AFTER_DECLINE_MS = 1_000;

type Supplied = {
  readonly server: Server;
  readonly slots: Slots;
  readonly allowed: number;
  readonly tell: Tell;
  /** Whether it wants work, and its socket still speaks for it. */
  readonly isWilling: () => boolean;
};

export function startSupply(platform: Platform, { server, slots, allowed, tell, isWilling }: Supplied) {
  const now = () => performance.now();
  const reserve = createReserve(allowed, now);
  let looking: Promise<void> | null = null;
  let again = false;
  let pausedUntil = 0;
  const isAsked = () => isWilling() && now() >= pausedUntil;

  const offer = (leased: Leased): void => {
    const { spec_version_id, lease_until, inputs, files, job_id, simulation, attempt } = leased;
    const lease_ms = Math.max(0, lease_until.getTime() - Date.now());
    slots.offer({ simulation, attempt }, job_id);
    const spec_version = spec_version_id;
    tell({ type: "offer", simulation, attempt, job_id, spec_version, inputs, files, lease_ms });
  };
  const offerReserved = (): void => {
    while (slots.size < allowed && isAsked()) {
      const next = reserve.next(({ job_id, at_once }) => slots.countOf(job_id) < at_once);
      if (next === null) return;
      offer(next);
    }
  };
  /** How many more it should have: few are not worth asking the database for while no slot is free. */
  const missing = (): number => {
    const free = allowed - slots.size - reserve.size;
    const ahead = reserve.ahead();
    return free > 0 || reserve.size * 2 < ahead ? free + ahead : 0;
  };
  const takeBack = async (attempts: readonly Attempt[]): Promise<void> => {
    if (attempts.length > 0) await giveBack(platform, server, attempts);
  };

  const supply = async (): Promise<void> => {
    await takeBack([...slots.freeUnanswered(), ...reserve.freeOld()]);
    const count = missing();
    if (count <= 0 || !isAsked()) return;
    reserve.add(await leaseSimulations(platform, server, count, new Date(), reserve.ahead()));
    // Its socket may have closed, or be another's by now, while the leases were written.
    if (!isWilling()) return await takeBack(reserve.freeAll());
    offerReserved();
  };
  const look = async (): Promise<void> => {
    do {
      again = false;
      await supply().catch((err: unknown) => {
        log.warn({ err, resourceId: server.id }, "no work could be looked for");
      });
    } while (again);
    looking = null;
  };
  const lookSoon = () => {
    if (looking === null) looking = look();
    else again = true;
  };
  const timer = setInterval(lookSoon, LOOK_MS);

  return {
    /** There may be new work. */
    more: lookSoon,
    /** A slot is free. @param ms Since its simulation had been offered; null: it was not run to its end */
    freed: (ms: number | null): void => {
      if (ms !== null) reserve.done(ms);
      offerReserved();
      if (missing() > 0) lookSoon();
    },
    declined: (attempt: Attempt): void => {
      slots.free(attempt);
      pausedUntil = now() + AFTER_DECLINE_MS;
    },
    /** What it was to be offered of a job that is stopped. */
    dropJob: (job_id: number): void => void reserve.freeJob(job_id),
    stop: (): void => clearInterval(timer),
    /** What it has not been offered goes to others. */
    giveUp: (): Promise<void> => takeBack(reserve.freeAll()),
  };
}
