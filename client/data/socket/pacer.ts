import { BROWSER_CLOCK } from "./clock.ts";

/**
 * The pause after a reading, in milliseconds: `readingFactor` times what the reading took, so that reading takes a quarter of
 * the time at most.
 */
const PAUSE_MS = { min: 200, max: 5_000, readingFactor: 3 };

/**
 * When to read something again that changes: at once where nothing was read lately, else after a pause that grows with what
 * a reading costs. However often it is asked meanwhile, it is read once more.
 */
export type Pacer = {
  /** @param read Begins a reading, which is to be followed */
  ask(read: () => void): void;
  follow<Value>(reading: Promise<Value>): Promise<Value>;
  end(): void;
};

/** @param leastMs from the end of a reading to the next, at least */
export function createPacer({ now, after } = BROWSER_CLOCK, leastMs: number = PAUSE_MS.min): Pacer {
  let open = 0;
  let freeFrom = Number.NEGATIVE_INFINITY;
  let pendingRead: (() => void) | null = null;
  let cancelTimer = () => {};

  const step = () => {
    cancelTimer();
    if (pendingRead === null || open > 0) return;
    const wait = freeFrom - now();
    if (wait > 0) {
      cancelTimer = after(wait, step);
      return;
    }
    const read = pendingRead;
    pendingRead = null;
    read();
  };
  return {
    ask: (read) => {
      pendingRead = read;
      step();
    },
    follow: async (reading) => {
      const started = now();
      open += 1;
      try {
        return await reading;
      } finally {
        open -= 1;
        const ended = now();
        const pause = (ended - started) * PAUSE_MS.readingFactor;
        freeFrom = ended + Math.min(Math.max(leastMs, pause), PAUSE_MS.max);
        step();
      }
    },
    end: () => {
      pendingRead = null;
      cancelTimer();
    },
  };
}
