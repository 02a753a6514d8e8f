/** Limits how many pieces of work run at a time, and shares the permits fairly among people. */
import { FairShares, type Flow } from "../../dispatch/fair-shares.ts";

/** The permits as the work of one person takes them. */
export type Permits = {
  /** Takes a permit and returns true, if one is free and it is this person's turn. */
  tryTake(): boolean;
  /** Resolves once a permit is taken. @throws the signal's reason when that comes first */
  take(signal: AbortSignal): Promise<void>;
  give(): void;
};

export type PermitPool = { of(flow: Flow): Permits };

/**
 * A person to whom a permit was refused comes before others for this time. Those who try do so at least once a second; a
 * larger value leaves a permit unused for longer when its person no longer tries.
 */
const REFUSAL_MS = 1_500;

/** Calls back after some milliseconds. @returns what prevents that */
type Schedule = (callback: () => void, ms: number) => () => void;
const scheduleTimer: Schedule = (callback, ms) => {
  const timer = setTimeout(callback, ms);
  // A process that ends waits for nobody.
  timer.unref();
  return () => clearTimeout(timer);
};

type Waiter = { readonly flow: Flow; readonly serve: () => void };

/** @param clock milliseconds */
export function createPermitPool(
  count: number,
  clock: () => number = () => performance.now(),
  schedule: Schedule = scheduleTimer,
): PermitPool {
  let free = count;
  const shares = new FairShares();
  const waiting: Waiter[] = [];
  /** The time of the last refusal, by person. */
  const refusals = new Map<number, number>();
  let cancelRetry = () => {};

  const findFirstWaiter = () =>
    waiting.reduce<Waiter | null>(
      (first, waiter) =>
        first === null || shares.start(waiter.flow) < shares.start(first.flow) ? waiter : first,
      null,
    );
  const dropOldRefusals = () => {
    const now = clock();
    for (const [person, time] of refusals) if (now - time >= REFUSAL_MS) refusals.delete(person);
  };
  /** Tells whether nobody who was refused a permit lately comes before this person. */
  const isNextTurn = (flow: Flow): boolean => {
    dropOldRefusals();
    const start = shares.start(flow);
    return [...refusals.keys()].every((person) => start <= shares.start({ person }));
  };
  /**
   * Gives free permits to those who wait. One is left free for a person who was refused it and comes first, until they try
   * again or no longer count as trying.
   */
  const serveWaiters = () => {
    cancelRetry();
    cancelRetry = () => {};
    while (free > 0) {
      const next = findFirstWaiter();
      if (next === null) return;
      if (!isNextTurn(next.flow)) {
        const oldest = Math.min(...refusals.values());
        cancelRetry = schedule(serveWaiters, oldest + REFUSAL_MS - clock());
        return;
      }
      free--;
      shares.serve(next.flow);
      next.serve();
    }
  };
  const tryTake = (flow: Flow): boolean => {
    const waiter = findFirstWaiter();
    const isBeforeWaiters = waiter === null || shares.start(flow) <= shares.start(waiter.flow);
    if (free === 0 || !isBeforeWaiters || !isNextTurn(flow)) {
      refusals.set(flow.person, clock());
      return false;
    }
    refusals.delete(flow.person);
    free--;
    shares.serve(flow);
    serveWaiters();
    return true;
  };
  const give = () => {
    free++;
    serveWaiters();
  };
  const take = async (flow: Flow, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(waiter), 1);
        serveWaiters();
        reject(signal.reason);
      };
      const waiter: Waiter = {
        flow,
        serve: () => {
          waiting.splice(waiting.indexOf(waiter), 1);
          signal.removeEventListener("abort", leave);
          resolve();
        },
      };
      waiting.push(waiter);
      signal.addEventListener("abort", leave, { once: true });
      serveWaiters();
    });
  };
  return {
    of: (flow) => ({ tryTake: () => tryTake(flow), take: (signal) => take(flow, signal), give }),
  };
}
