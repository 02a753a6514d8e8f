/** When the failures of its simulations fail a job: servers should not run a thousand that fail like the first eight. */
import { countText } from "@understudy/shared/number-text.ts";

/** A job fails once so many simulations have ended and all of them failed. */
export const FIRST_FAILURES = 8;

export type Tally = {
  /** As many as there will be. */
  readonly planned: number;
  readonly complete: number;
  readonly failed: number;
};

/** Null while the job goes on; otherwise a sentence for people, to which the reason of one failure may be added. */
export function failureOfRun({ planned, complete, failed }: Tally): string | null {
  if (failed === 0) return null;
  if (complete === 0 && failed >= Math.min(FIRST_FAILURES, planned)) {
    if (planned === 1) return "The simulation failed.";
    return failed === planned
      ? `All ${countText(failed)} simulations failed.`
      : `The first ${countText(failed)} simulations all failed, so the others were not started.`;
  }
  if (failed * 2 > planned) {
    return `More than half of the simulations failed: ${countText(failed)} of ${countText(planned)}.`;
  }
  return null;
}
