const FIRST_MS = 1_000;
const LONGEST_MS = 64_000;

/**
 * How long to wait before the attempt after `failures` failed ones: anything up to a window that doubles each time, so
 * that a thousand servers that lost their platform at once do not come back at once ("full jitter"; Brooker 2015).
 * @param random from 0 to 1
 */
export const backoffMs = (failures: number, random: number): number =>
  random * Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
