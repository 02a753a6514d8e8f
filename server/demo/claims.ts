/** Who has a demo server, and which web process runs it: records in MongoDB, which every process may read and remove. */
import { randomUUID } from "node:crypto";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { Problem } from "../core/problem.ts";
import { isDuplicate } from "../models/collection.ts";
import type { DemoServerRecord } from "../models/resource.ts";
import type { Records } from "../platform/platform.ts";

/** At a time on one installation: they run on the platform's machine. */
const MAX_DEMOS = 4;
/** A holder that has not renewed its claim for so long is dead. */
const HELD_MS = 15_000;

type ClaimStore = { readonly store: Pick<Records["store"], "demoServers" | "readTime"> };

/** For one process. Times are those of the database's clock. */
export function createClaims({ store: { demoServers, readTime } }: ClaimStore) {
  const holder = randomUUID();
  const heldFrom = (now: Date) => ({ holder, until: new Date(now.getTime() + HELD_MS) });
  const held = async () => heldFrom(await readTime());

  /** @returns false: there is one already */
  const insert = async (fresh: DemoServerRecord): Promise<boolean> => {
    const { _id, stays, ...rest } = fresh;
    const again = await demoServers.update({ _id, error: { $ne: null } }, { ...rest, stays });
    if (again !== null) return true;
    const inserted = await demoServers.insert(fresh).catch((error: unknown) => {
      if (isDuplicate(error)) return null;
      throw error;
    });
    if (inserted === null && stays) await demoServers.update({ _id }, { stays });
    return inserted !== null;
  };

  return {
    /** @returns whether this process is to start one now. @throws Problem 503 when other people have all there may be. */
    claim: async (userId: number, stays: boolean): Promise<boolean> => {
      const fresh = { _id: userId, ...(await held()), asked_time: new Date(), stays, error: null };
      if (!(await insert(fresh))) return false;
      if ((await demoServers.count({ error: null })) <= MAX_DEMOS) return true;
      await demoServers.remove({ _id: userId });
      throw new Problem(503, MESSAGES.demosTaken(MAX_DEMOS));
    },
    /** Null: it is no longer wanted, or another process has it. */
    renew: async (userId: number): Promise<DemoServerRecord | null> =>
      await demoServers.update({ _id: userId, holder, error: null }, await held()),
    /** @returns the people whose demo servers are now this process's, because theirs died */
    takeOver: async (): Promise<number[]> => {
      const taken: number[] = [];
      const now = await readTime();
      const claim = heldFrom(now);
      // A claim of before the database's clock was set back would last for as long as it was set back.
      await demoServers.updateAll({ until: { $gt: claim.until } }, { until: claim.until });
      for (const { _id, until } of await demoServers.find({ error: null, until: { $lt: now } })) {
        if ((await demoServers.update({ _id, until, error: null }, claim)) !== null) taken.push(_id);
      }
      return taken;
    },
    fail: (userId: number, error: string) => demoServers.update({ _id: userId, holder }, { error }),
    /** Whichever process runs it. */
    release: (userId: number) => demoServers.remove({ _id: userId }),
    /** All of this process. */
    releaseAll: () => demoServers.remove({ holder, error: null }),
    find: (userId: number) => demoServers.findOne({ _id: userId }),
  };
}
