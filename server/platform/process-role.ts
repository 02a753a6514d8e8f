import { randomUUID } from "node:crypto";
import { isDuplicate } from "../models/collection.ts";
import type { Records } from "./platform.ts";

/** A holder that has not renewed its claim for so long is dead. A larger value delays its successor. */
const HELD_MS = 15_000;

type RoleStore = { readonly store: Pick<Records["store"], "processRoles" | "readTime"> };

export type ProcessRole = {
  /** Claims the task, or renews the claim. @returns whether this process does the task now */
  hold(): Promise<boolean>;
  /** Another process may take the task at once. */
  release(): Promise<void>;
};

/** The role of a process that gives it up while it is drained. */
export const createDrainedRole = (role: ProcessRole, isDraining: () => boolean): ProcessRole => ({
  hold: async () => {
    if (!isDraining()) return await role.hold();
    await role.release();
    return false;
  },
  release: role.release,
});

/**
 * A task that one process at a time does for the whole installation; when it dies, another process takes it over. Times are those of the
 * database's clock.
 */
export function createProcessRole(
  { store: { processRoles, readTime } }: RoleStore,
  task: string,
): ProcessRole {
  const holder = randomUUID();
  return {
    hold: async () => {
      const now = await readTime();
      const claim = { holder, until: new Date(now.getTime() + HELD_MS) };
      const isFree = { _id: task, $or: [{ holder }, { until: { $lt: now } }] };
      if ((await processRoles.update(isFree, claim)) !== null) return true;
      // A claim of before the database's clock was set back would last for as long as it was set back.
      const isTooLong = { _id: task, until: { $gt: claim.until } };
      if ((await processRoles.update(isTooLong, { until: claim.until })) !== null) return false;
      const inserted = await processRoles.insert({ _id: task, ...claim }).catch((error: unknown) => {
        if (isDuplicate(error)) return null;
        throw error;
      });
      return inserted !== null;
    },
    release: async () => {
      await processRoles.remove({ _id: task, holder });
    },
  };
}
