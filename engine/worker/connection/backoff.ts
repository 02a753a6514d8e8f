const FIRST_WINDOW_MS = 1_000;
const MAX_WINDOW_MS = 64_000;

/**
 * How long to wait before the attempt after `failures` failed ones: anything up to a window that doubles each time, so
 * that a thousand servers that lost the connection at the same time do not reconnect at the same time ("full jitter"; Brooker 2015).
 * @param random from 0 to 1
 */
export const backoffMs = (failures: number, random: number): number =>
  random * Math.min(MAX_WINDOW_MS, FIRST_WINDOW_MS * 2 ** Math.max(0, failures - 1));
