/**
 * V8's 256-bit code leaves the upper halves of the vector registers in use when it returns. Where the processor then makes every
 * older instruction wait for them, as Intel's do, the functions of the C library (`Math.exp`, `Math.log` ...) take ten times as long
 * from then on, until something clears these halves (Intel's Optimization Reference Manual, "Mixing AVX code with SSE code").
 */
import { isAscii } from "node:buffer";

/** Long enough for `isAscii` to read it by whole registers: compiled code that does so clears them before it returns. */
const ASCII_BUFFER = Buffer.alloc(256, "a");

/** Takes about 50 ns. */
export const clearUpperHalves = (): boolean => isAscii(ASCII_BUFFER);

const REPEAT_COUNT = 15;
const EXPONENTIAL_COUNT = 500;
/** Clearing is worth its time where exponentials are this many times slower without it. */
const MIN_SLOWDOWN = 2;

/** Returns true when exponentials are slow after this work, and no longer after clearing. Takes 2 ms. */
export function leavesUpperHalves(work: () => void): boolean {
  const left = timeOfExponentials(work);
  const cleared = timeOfExponentials(() => work() ?? clearUpperHalves());
  return left > MIN_SLOWDOWN * cleared;
}

/** Milliseconds, the median of some times. */
function timeOfExponentials(before: () => unknown): number {
  const times = Array.from({ length: REPEAT_COUNT }, () => {
    before();
    const from = performance.now();
    let sum = 0;
    for (let i = 0; i < EXPONENTIAL_COUNT; i++) sum += Math.exp(i / EXPONENTIAL_COUNT);
    // The sum is read, so that the exponentials are computed.
    return sum > 0 ? performance.now() - from : 0;
  });
  return times.sort((a, b) => a - b)[Math.floor(REPEAT_COUNT / 2)];
}
