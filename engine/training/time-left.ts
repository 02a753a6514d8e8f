/** How much longer a training takes, from the share of its plan that is done and the pace so far. */

/** The pace is that of the last so many milliseconds: early stages are cheap, and say little of later ones. */
const WINDOW_MS = 60_000;
/** Before that much has been seen nothing is said. */
const MIN_MS = 4_000;
const MIN_FRACTION = 0.01;
/** The weight of a new estimate against what is shown, a second later. */
const SMOOTHING_MS = 8_000;

interface Sample {
  at: number;
  fraction: number;
}

export interface TimeLeft {
  /**
   * @param now milliseconds, never running back.
   * @param fraction of the plan that is done, 0 .. 1, never falling.
   * @param most seconds that the training may still take.
   * @returns seconds, never negative; null until the pace is known.
   */
  update(now: number, fraction: number, most: number): number | null;
}

/** An estimator for one training, in this process. */
export function createTimeLeft(): TimeLeft {
  const samples: Sample[] = [];
  let shown: { at: number; seconds: number } | null = null;

  const measured = (now: number, fraction: number): number | null => {
    samples.push({ at: now, fraction });
    while (samples.length > 2 && now - (samples[1]?.at ?? now) >= WINDOW_MS) samples.shift();
    const first = samples[0] ?? { at: now, fraction };
    const [passed, done] = [now - first.at, fraction - first.fraction];
    if (passed < MIN_MS || done < MIN_FRACTION) return null;
    return ((1 - fraction) * passed) / done / 1000;
  };

  return {
    update: (now, fraction, most) => {
      const estimate = measured(now, fraction);
      const passed = shown === null ? 0 : now - shown.at;
      const expected = shown === null ? null : Math.max(0, shown.seconds - passed / 1000);
      const weight = 1 - Math.exp(-passed / SMOOTHING_MS);
      const next = expected === null ? estimate : expected + weight * ((estimate ?? expected) - expected);
      if (next === null) return null;
      const seconds = Math.max(0, Math.min(next, most));
      shown = { at: now, seconds };
      return seconds;
    },
  };
}

/** As "about 2 minutes left": rounded, so that it does not change with every step. */
export function timeLeftText(seconds: number): string {
  if (seconds < 10) return "a few seconds left";
  if (seconds <= 50) return `about ${Math.ceil(seconds / 10) * 10} seconds left`;
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 60) return `about ${minutes === 1 ? "a minute" : `${minutes} minutes`} left`;
  const hours = Math.round(minutes / 30) / 2;
  return `about ${hours === 1 ? "an hour" : `${hours} hours`} left`;
}
