/** Every wait has a deadline, which stretches with the machine's load: a busy machine is no defect of what is tested. */
import { availableParallelism, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** At most: what has not happened by then never will. */
const MAX_STRETCH = 12;

/** A time limit (whole ms) at the load of the last minute: that of an idle machine, times the processes that want each core. */
export function stretched(limit: number): number {
  const [lastMinute = 0] = loadavg();
  return Math.ceil(limit * Math.min(MAX_STRETCH, Math.max(1, lastMinute / availableParallelism())));
}

/** Calls `late` once `limit`, as stretched by then, has passed. Returns what calls it off. */
export function afterDeadline(limit: number, late: () => void): () => void {
  const start = Date.now();
  let timer: NodeJS.Timeout;
  const check = () => {
    const left = stretched(limit) - (Date.now() - start);
    if (left <= 0) late();
    else timer = setTimeout(check, left);
  };
  timer = setTimeout(check, limit);
  return () => clearTimeout(timer);
}

/** The pauses between two probes. Each is longer than the one before, so that a wait lasts a tenth longer than it must at most. */
const FIRST_PAUSE_MS = 20;
const PAUSE_GROWTH = 1.1;
const MAX_PAUSE_MS = 200;

/**
 * Waits until `probe` answers something other than false, null or undefined, and returns it.
 * @param every milliseconds between two probes; without it, pauses that grow
 * @throws Error naming `what` when that does not happen within `timeout` milliseconds, stretched.
 */
export async function eventually<T>(
  condition: string,
  probe: () => T | Promise<T>,
  timeout = 20_000,
  every: number | null = null,
) {
  const start = Date.now();
  let pause = every ?? FIRST_PAUSE_MS;
  while (true) {
    const answer = await probe();
    if (answer !== false && answer !== null && answer !== undefined) return answer;
    const waited = Date.now() - start;
    if (waited > stretched(timeout)) throw new Error(`${condition}: not within ${waited} ms`);
    await sleep(pause);
    if (every === null) pause = Math.min(MAX_PAUSE_MS, pause * PAUSE_GROWTH);
  }
}

/** @throws Error when `work` is not over after `limit` milliseconds, stretched; the work itself cannot be stopped from here. */
export async function withDeadline<T>(work: () => T, limit: number): Promise<Awaited<T>> {
  let callOff = () => {};
  const deadline = new Promise<never>((_, reject) => {
    callOff = afterDeadline(limit, () => reject(new Error(`timed out after ${limit} ms`)));
  });
  try {
    return await Promise.race([(async () => await work())(), deadline]);
  } finally {
    callOff();
  }
}
