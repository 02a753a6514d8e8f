/** Time as what waits sees it, so that a test can move it. Milliseconds. */
export type Clock = {
  now(): number;
  /** Calls `call` later. Returns a function that cancels it. */
  after(wait: number, call: () => void): () => void;
};

export const BROWSER_CLOCK: Clock = {
  now: () => performance.now(),
  after: (wait, call) => {
    const timer = setTimeout(call, wait);
    return () => clearTimeout(timer);
  },
};
