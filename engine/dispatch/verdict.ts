/** Whether a job's simulations still make sense: nobody's servers shall run a thousand that fail like the first eight. */

/** If so many have ended and all of them failed, the job fails. */
export const FIRST_FAILURES = 8;

export type Tally = {
  /** As many as there will be. */
  readonly planned: number;
  readonly complete: number;
  readonly failed: number;
};

/** Null: it goes on. Otherwise a sentence for people, to which the reason of one failure may be added. */
export function failureOfRun({ planned, complete, failed }: Tally): string | null {
  if (failed === 0) return null;
  if (complete === 0 && failed >= Math.min(FIRST_FAILURES, planned)) {
    if (planned === 1) return "The simulation failed.";
    return failed === planned
      ? `All ${failed.toLocaleString("en")} simulations failed.`
      : `The first ${failed.toLocaleString("en")} simulations all failed, so the others were not begun.`;
  }
  if (failed * 2 > planned) {
    return `More than half of the simulations failed: ${failed.toLocaleString("en")} of ${planned.toLocaleString("en")}.`;
  }
  return null;
}
