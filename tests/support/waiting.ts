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
  const look = () => {
    const left = stretched(limit) - (Date.now() - start);
    if (left <= 0) late();
    else timer = setTimeout(look, left);
  };
  timer = setTimeout(look, limit);
  return () => clearTimeout(timer);
}

/**
 * Waits until `probe` answers something other than false, null or undefined, and returns it.
 * @throws Error naming `what` when that does not happen within `timeout` milliseconds, stretched.
 */
export async function eventually<T>(what: string, probe: () => T | Promise<T>, timeout = 20_000, every = 20) {
  const start = Date.now();
  while (true) {
    const answer = await probe();
    if (answer !== false && answer !== null && answer !== undefined) return answer;
    const waited = Date.now() - start;
    if (waited > stretched(timeout)) throw new Error(`${what}: not within ${waited} ms`);
    await sleep(every);
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
