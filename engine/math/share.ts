import { REACH_95 } from "./normal.ts";
/** A share that was counted, with its 95% interval. */
export interface Share {
  value: number;
  lower: number;
  upper: number;
}

/**
 * Computes the 95% interval of a share by the score method of E. B. Wilson (1927, "Probable inference, the law of succession, and
 * statistical inference"). It holds for few counts and for none, too.
 * @param count the number of successes
 * @param total the number of trials; of 0 trials nothing is known, so the interval is [0, 1]
 */
export function wilsonShare(count: number, total: number): Share {
  if (total === 0) return { value: 0, lower: 0, upper: 1 };
  const value = count / total;
  const z2 = REACH_95 ** 2;
  const centre = (value + z2 / (2 * total)) / (1 + z2 / total);
  const half =
    (REACH_95 / (1 + z2 / total)) * Math.sqrt((value * (1 - value)) / total + z2 / (4 * total * total));
  return {
    value,
    lower: count === 0 ? 0 : Math.max(0, centre - half),
    upper: count === total ? 1 : Math.min(1, centre + half),
  };
}

export const exactShare = (value: number): Share => ({ value, lower: value, upper: value });

/** At most all. */
export const scaledShare = ({ value, lower, upper }: Share, by: number): Share => ({
  value: Math.min(1, value * by),
  lower: Math.min(1, lower * by),
  upper: Math.min(1, upper * by),
});
