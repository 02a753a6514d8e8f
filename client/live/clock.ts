/** Time as what waits sees it, so that a test can move it. Milliseconds. */
export type Clock = {
  now(): number;
  /** Returns what calls it off. */
  after(wait: number, call: () => void): () => void;
};

export const CLOCK: Clock = {
  now: () => performance.now(),
  after: (wait, call) => {
    const timer = setTimeout(call, wait);
    return () => clearTimeout(timer);
  },
};
