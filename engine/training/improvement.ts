/** Since when a training has not improved its emulator. */

/** After so long without an improvement a person is told that the emulator may be good enough. */
export const QUIET_MS = 120_000;
/** The fraction of the loss that a step must remove to count. */
const MIN_RELATIVE_IMPROVEMENT = 0.01;

export interface Improvement {
  /**
   * @param now milliseconds, never running back.
   * @param loss on validation rows.
   * @returns milliseconds since the last improvement.
   */
  update(now: number, loss: number): number;
}

export function createImprovement(): Improvement {
  let best = Number.POSITIVE_INFINITY;
  let since: number | null = null;
  return {
    update: (now, loss) => {
      since ??= now;
      if (loss < best * (1 - MIN_RELATIVE_IMPROVEMENT)) {
        best = loss;
        since = now;
      }
      return now - since;
    },
  };
}
