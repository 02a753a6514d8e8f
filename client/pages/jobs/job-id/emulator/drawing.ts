/** When answers are drawn: those that belong together in one animation frame, for each drawing costs the page's main thread milliseconds. */
import { flushSync } from "react-dom";

/** How long an answer waits at most for another one that is on its way. */
const MAX_WAIT_MS = 20;

/** A hidden page has no frames, and neither have tests without a page. */
const hasFrames = (): boolean => typeof document !== "undefined" && !document.hidden;

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
    if (all.length === 0) return;
    // What React is told in a frame it would otherwise draw in the next one.
    flushSync(() => {
      for (const take of all) take();
    });
  };
  const inNextFrame = (): void => {
    timer = undefined;
    requestAnimationFrame(takeAll);
  };

  return {
    /**
     * Takes an answer in the next frame, in the order of the calls; at once where there are no frames.
     * @param isOneAwaited whether another answer is on its way that should be drawn together with this one
     */
    take: (take: () => void, isOneAwaited: boolean): void => {
      waiting.push(take);
      clearTimeout(timer);
      if (!hasFrames()) takeAll();
      else if (isOneAwaited) timer = setTimeout(inNextFrame, MAX_WAIT_MS);
      else inNextFrame();
    },
    end: (): void => {
      clearTimeout(timer);
      waiting = [];
    },
  };
}
