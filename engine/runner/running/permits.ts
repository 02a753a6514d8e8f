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

/** @param clock milliseconds */
export function createPermitPool(count: number, clock: () => number = () => performance.now()): PermitPool {
  let free = count;
  const shares = new FairShares();
  const waiting: { readonly flow: Flow; readonly serve: () => void }[] = [];
  /** The time of the last refusal, by person. */
  const refusals = new Map<number, number>();

  const isNextTurn = (flow: Flow): boolean => {
    const now = clock();
    for (const [person, time] of refusals) if (now - time > REFUSAL_MS) refusals.delete(person);
    const start = shares.start(flow);
    return [...refusals.keys()].every((person) => start <= shares.start({ person }));
  };
  const tryTake = (flow: Flow): boolean => {
    if (free === 0 || !isNextTurn(flow)) {
      refusals.set(flow.person, clock());
      return false;
    }
    refusals.delete(flow.person);
    free--;
    shares.serve(flow);
    return true;
  };
  const give = () => {
    const next = waiting.reduce<(typeof waiting)[number] | null>(
      (first, waiter) =>
        first === null || shares.start(waiter.flow) < shares.start(first.flow) ? waiter : first,
      null,
    );
    if (next === null) {
      free++;
      return;
    }
    shares.serve(next.flow);
    next.serve();
  };
  const take = async (flow: Flow, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (free > 0) {
      // Nobody waits. Whoever only tries now and then is served between two of those who wait.
      free--;
      shares.serve(flow);
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(waiter), 1);
        reject(signal.reason);
      };
      const waiter = {
        flow,
        serve: () => {
          waiting.splice(waiting.indexOf(waiter), 1);
          signal.removeEventListener("abort", leave);
          resolve();
        },
      };
      waiting.push(waiter);
      signal.addEventListener("abort", leave, { once: true });
    });
  };
  return {
    of: (flow) => ({ tryTake: () => tryTake(flow), take: (signal) => take(flow, signal), give }),
  };
}
