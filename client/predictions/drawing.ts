/** Draws answers that belong together at once, because each drawing costs the page's main thread milliseconds. */

/** The longest time that an answer waits for another one that is on its way. */
const MAX_WAIT_MS = 20;

/** Calls back when it is time to draw. */
export type Draw = (take: () => void) => void;

export function createDrawing() {
  let waiting: (() => void)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const takeAll = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const all = waiting;
    waiting = [];
    for (const take of all) take();
  };

  return {
    /**
     * Takes an answer, in the order of the calls.
     * @param isOneAwaited whether another answer is on its way that should be drawn together with this one
     */
    take: (take: () => void, isOneAwaited: boolean): void => {
      waiting.push(take);
      if (isOneAwaited) timer ??= setTimeout(takeAll, MAX_WAIT_MS);
      else takeAll();
    },
    end: (): void => {
      clearTimeout(timer);
      waiting = [];
    },
  };
}
