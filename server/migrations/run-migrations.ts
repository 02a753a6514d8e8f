/** Makes the changes of stored data that an installation does not have yet: one process, one change after the other. */
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "../core/log.ts";
import type { Platform } from "../platform/platform.ts";
import { createProcessRole, type ProcessRole } from "../platform/process-role.ts";
import type { Migration } from "./migrations.ts";

const INSTALLATION_FILTER = { _id: "installation" } as const;

type Options = {
  /** By default the role that one process of the installation has. */
  readonly role?: ProcessRole;
  /** The pause after which a process looks again at what another one does, and after a failure, in milliseconds. */
  readonly pauseMs?: number;
  /** The interval at which the role is renewed while a migration runs, in milliseconds. */
  readonly renewalMs?: number;
};

/**
 * Runs the migrations above the installation's `data_version`, which each of them raises at its end: a process that dies leaves
 * the rest to another one, or to the next start. One that fails is tried again, and those after it wait.
 * @param migrations in the order of their numbers
 * @returns once all are over, or `ended` is aborted
 */
export async function runMigrations<P extends Pick<Platform, "store">>(
  platform: P,
  migrations: readonly Migration<P>[],
  ended: AbortSignal,
  options: Options = {},
): Promise<void> {
  const { pauseMs = 10_000, renewalMs = 5_000 } = options;
  const { role = createProcessRole(platform, "migrations") } = options;
  const readNext = async () => {
    const version = (await platform.store.settings.findOne(INSTALLATION_FILTER))?.data_version ?? 0;
    return migrations.find(({ number }) => number > version);
  };
  try {
    while (!ended.aborted) {
      try {
        if ((await readNext()) === undefined) return;
        if (await role.hold()) {
          // Until it had the role, another process may have made what was next.
          const next = await readNext();
          if (next === undefined) return;
          if (await runOne(platform, next, { role, renewalMs, ended })) continue;
        }
      } catch (err) {
        log.error({ err }, "a migration of stored data failed, and is tried again");
      }
      await sleep(pauseMs, null, { signal: ended }).catch(() => {});
    }
  } finally {
    await role.release();
  }
}

/**
 * @returns whether it is over; false: this process has lost the role, or is to end
 * @throws Error when it failed
 */
async function runOne<P extends Pick<Platform, "store">>(
  platform: P,
  { number, purpose, run }: Migration<P>,
  { role, renewalMs, ended }: { role: ProcessRole; renewalMs: number; ended: AbortSignal },
): Promise<boolean> {
  const lost = new AbortController();
  const signal = AbortSignal.any([ended, lost.signal]);
  /** The last renewal: it must be over before the role is released, or it would take the role again. */
  let renewed = Promise.resolve();
  const renewal = setInterval(() => {
    renewed = role.hold().then(
      (isHeld) => {
        if (!isHeld) lost.abort();
      },
      // The claim lasts longer than the database may be away for a moment.
      (err: unknown) => log.warn({ err, number }, "the role of a migration could not be renewed"),
    );
  }, renewalMs);
  try {
    log.info({ number, purpose }, "a migration of stored data begins");
    await run(platform, signal);
    if (signal.aborted) return false;
    // Another process may have gone further meanwhile.
    await platform.store.settings.update(
      {
        ...INSTALLATION_FILTER,
        $or: [{ data_version: { $lt: number } }, { data_version: { $exists: false } }],
      },
      { data_version: number },
    );
    log.info({ number, purpose }, "a migration of stored data is over");
    return true;
  } catch (err) {
    if (signal.aborted) return false;
    throw err;
  } finally {
    clearInterval(renewal);
    await renewed;
  }
}
