/** Every change of data that earlier versions stored, in the order in which they are made. */

import { judgeOlderEmulators } from "../commands/jobs/emulator-quality.ts";
import { keepBestScores } from "../commands/simulations/best-score.ts";
import type { EmulatorAccess } from "../emulator/ask.ts";
import type { Platform } from "../platform/platform.ts";

type MigratedPlatform = Platform & EmulatorAccess;

/**
 * One change of stored data. Its number is never used again, and a migration that has been released is never changed: an
 * installation has the changes up to its `data_version`. People work meanwhile, and processes of the version before may still
 * run, so a migration adds and fills fields, and what reads them does without them until it is over.
 */
export type Migration<P = MigratedPlatform> = {
  readonly number: number;
  /** Completes the sentence "Migration 1 is to ...", in the log. */
  readonly purpose: string;
  /**
   * Makes the change, or the rest of it where an earlier process was interrupted.
   * @throws Error when a part must be tried again
   */
  readonly run: (platform: P, ended: AbortSignal) => Promise<void>;
};

export const ALL_MIGRATIONS: readonly Migration[] = [
  { number: 1, purpose: "store the verdicts of emulators", run: judgeOlderEmulators },
  {
    number: 2,
    purpose: "store the best scores of jobs",
    run: ({ store }, ended) => keepBestScores(store, ended),
  },
];
