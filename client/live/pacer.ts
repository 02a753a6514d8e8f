import { CLOCK } from "./clock.ts";

/** Of what is read again and again: a quarter of the time at most, and at least so long after the last reading (ms). */
const PAUSE = { min: 200, max: 5_000, costs: 3 };

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
export function createPacer({ now, after } = CLOCK, leastMs: number = PAUSE.min): Pacer {
  let open = 0;
  let freeFrom = Number.NEGATIVE_INFINITY;
  let asked: (() => void) | null = null;
  let forget = () => {};

  const step = () => {
    forget();
    if (asked === null || open > 0) return;
    const wait = freeFrom - now();
    if (wait > 0) {
      forget = after(wait, step);
      return;
    }
    const read = asked;
    asked = null;
    read();
  };
  return {
    ask: (read) => {
      asked = read;
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
        const pause = (ended - started) * PAUSE.costs;
        freeFrom = ended + Math.min(Math.max(leastMs, pause), PAUSE.max);
        step();
      }
    },
    end: () => {
      asked = null;
      forget();
    },
  };
}
