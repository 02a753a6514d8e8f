/** Every wait has a deadline. */
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waits until `probe` answers something other than false, null or undefined, and returns it.
 * @throws Error naming `what` when that does not happen within `timeout` milliseconds.
 */
export async function eventually<T>(what: string, probe: () => T | Promise<T>, timeout = 20_000, every = 20) {
  const deadline = Date.now() + timeout;
  while (true) {
    const answer = await probe();
    if (answer !== false && answer !== null && answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`${what}: not within ${timeout} ms`);
    await sleep(every);
  }
}

/** @throws Error when `work` is not over after `deadlineMs`; the work itself cannot be stopped from here. */
export async function withDeadline<T>(work: () => T, deadlineMs: number): Promise<Awaited<T>> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`timed out after ${deadlineMs} ms`)), deadlineMs);
  });
  try {
    return await Promise.race([(async () => await work())(), deadline]);
  } finally {
    clearTimeout(timer);
  }
}
