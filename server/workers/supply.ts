/** Keeps one connected server supplied with simulations: as many as it has free slots, never the same to two. */
import type { Attempt } from "@understudy/shared/worker-protocol.ts";
import { giveBack, leaseSimulations, type Server } from "../dispatch/dispatch.ts";
import { log } from "../log.ts";
import type { Platform } from "../platform.ts";
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
  let looking: Promise<void> | null = null;
  let again = false;
  let pausedUntil = 0;

  const offerWork = async (): Promise<void> => {
    const unanswered = slots.freeUnanswered();
    if (unanswered.length > 0) await giveBack(platform, server, unanswered);
    const free = allowed - slots.size;
    if (free <= 0 || !isWilling() || performance.now() < pausedUntil) return;
    const leased = await leaseSimulations(platform, server, free);
    if (!isWilling()) {
      // Its socket has closed, or is another's by now, while the leases were written.
      await giveBack(
        platform,
        server,
        leased.map(({ simulation, attempt }) => ({ simulation, attempt })),
      );
      return;
    }
    for (const { spec_version_id, lease_until, inputs, files, job_id, simulation, attempt } of leased) {
      const lease_ms = Math.max(0, lease_until.getTime() - Date.now());
      slots.offer({ simulation, attempt }, job_id);
      tell({
        type: "offer",
        simulation,
        attempt,
        job_id,
        spec_version: spec_version_id,
        inputs,
        files,
        lease_ms,
      });
    }
  };
  const look = async (): Promise<void> => {
    do {
      again = false;
      await offerWork().catch((err: unknown) => {
        log.warn({ err, resourceId: server.id }, "no work could be looked for");
      });
    } while (again);
    looking = null;
  };
  const more = () => {
    if (looking === null) looking = look();
    else again = true;
  };
  const timer = setInterval(more, LOOK_MS);

  return {
    /** A slot is free, or there is new work: leases for one server follow each other. */
    more,
    declined: (attempt: Attempt): void => {
      slots.free(attempt);
      pausedUntil = performance.now() + AFTER_DECLINE_MS;
    },
    stop: (): void => clearInterval(timer),
  };
}
