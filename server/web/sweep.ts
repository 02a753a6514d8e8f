import { sweepSimulations } from "../commands/simulations/sweep-simulations.ts";
import { sweepSpecs } from "../commands/specs/sweep-specs.ts";
import { sweepFiles } from "../commands/uploads/remove-uploads.ts";
import { log } from "../log.ts";
import type { Platform } from "../platform.ts";

const SWEEP_MS = 60 * 60 * 1000;

/** Removes left-over files and records, now and every hour. @returns a function that stops it */
export function startSweeping(platform: Platform): () => void {
  const sweep = () =>
    sweepFiles(platform)
      .then(() => sweepSpecs(platform))
      .then(() => sweepSimulations(platform.store))
      .catch((err: unknown) => log.warn({ err }, "left-over files and records could not be removed"));
  const timer = setInterval(sweep, SWEEP_MS);
  void sweep();
  return () => clearInterval(timer);
}
