/** Limits how many pieces of work run at a time. */
export type Permits = {
  /** Takes a permit and returns true, if one is free. */
  tryTake(): boolean;
  /** Resolves once a permit is taken. @throws the signal's reason when that comes first */
  take(signal: AbortSignal): Promise<void>;
  give(): void;
};

export function createPermits(count: number): Permits {
  let free = count;
  const waiting: (() => void)[] = [];
  const tryTake = () => {
    if (free === 0) return false;
    free--;
    return true;
  };
  return {
    tryTake,
    take: async (signal) => {
      signal.throwIfAborted();
      if (tryTake()) return;
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(taken), 1);
          reject(signal.reason);
        };
        const taken = () => {
          signal.removeEventListener("abort", leave);
          resolve();
        };
        waiting.push(taken);
        signal.addEventListener("abort", leave, { once: true });
      });
    },
    give: () => {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    },
  };
}
