/**
 * Keeps the client of one demo server running:
 *
 * ```
 *  running --ended--> waiting --1 s, 2 s, 4 s--> running
 *     |                  \--ended for the fourth time--> given up
 *     \--stop()--> stopping --gone--> stopped
 * ```
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { DemoClient } from "./client.ts";

const MAX_ENDS = 4;
const FIRST_WAIT_MS = 1_000;
/** Once it has run for so long, its earlier ends do not count. */
const STABLE_MS = 60_000;

export type Kept = {
  /** Ends it for good. */
  stop(): Promise<void>;
};

/** @param givenUp Called with the last line that it wrote, or why it could not be started, when it does not stay alive: for the log. */
export function keepRunning(
  start: () => Promise<DemoClient>,
  givenUp: (lastLine: string) => void,
  firstWaitMs = FIRST_WAIT_MS,
): Kept {
  const stopRequest = new AbortController();
  const { signal } = stopRequest;
  const live = async (): Promise<void> => {
    for (let ends = 0; !signal.aborted; ) {
      const began = performance.now();
      const lastLine = await liveOnce(start, signal);
      if (signal.aborted) return;
      ends = performance.now() - began > STABLE_MS ? 1 : ends + 1;
      if (ends >= MAX_ENDS) return givenUp(lastLine);
      await sleep(firstWaitMs * 2 ** (ends - 1), null, { signal }).catch(() => {});
    }
  };
  const over = live();
  return {
    stop: async () => {
      stopRequest.abort();
      await over;
    },
  };
}

/** @returns the last line that it wrote, or why it could not be started */
async function liveOnce(start: () => Promise<DemoClient>, signal: AbortSignal): Promise<string> {
  try {
    const client = await start();
    const stop = () => void client.stop();
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop);
    const lastLine = await client.ended;
    signal.removeEventListener("abort", stop);
    return lastLine;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
