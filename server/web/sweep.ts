import { sweepSimulations } from "../commands/jobs/sweep-simulations.ts";
import { sweepSpecs } from "../commands/specs/sweep-specs.ts";
import { sweepFiles } from "../commands/uploads/remove-uploads.ts";
import { log } from "../core/log.ts";
import type { Platform } from "../platform/platform.ts";

const SWEEP_MS = 60 * 60 * 1000;

/** Removes left-over files and records, unless this process's clock is wrong. */
export async function sweep(platform: Pick<Platform, "store" | "storage" | "databaseClock">): Promise<void> {
  const now = await platform.databaseClock.readTime();
  if (now === null) return;
  await sweepFiles(platform, now);
  await sweepSpecs(platform, now);
  await sweepSimulations(platform.store);
}

/** Sweeps now and every hour. @returns a function that stops it */
export function startSweeping(platform: Pick<Platform, "store" | "storage" | "databaseClock">): () => void {
  const trySweep = () => {
    sweep(platform).catch((err: unknown) =>
      log.warn({ err }, "left-over files and records could not be removed"),
    );
  };
  const timer = setInterval(trySweep, SWEEP_MS);
  trySweep();
  return () => clearInterval(timer);
}
