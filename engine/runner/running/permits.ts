/**
 * Limits how many pieces of work run at a time, and shares the time in which permits are held fairly among people. A permit is
 * charged the usual time when it is taken, and the true time when it is given back.
 */
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

/** The time that the first permit is charged when it is taken, in seconds. */
const FIRST_CHARGE_SECONDS = 1;
/** A permit costs as much as this at least: it is not for nothing that others wait while it changes hands. */
const MIN_CHARGE_SECONDS = 0.05;
/** Each further permit multiplies the weight of the earlier ones in the usual time by this factor. */
const USUAL_TIME_DECAY = 0.9;

/** Calls back after some milliseconds. @returns what prevents that */
type Schedule = (callback: () => void, ms: number) => () => void;
const scheduleTimer: Schedule = (callback, ms) => {
  const timer = setTimeout(callback, ms);
  // A process that ends waits for nobody.
  timer.unref();
  return () => clearTimeout(timer);
};

type Waiter = { readonly flow: Flow; readonly serve: (permit: HeldPermit) => void };
/** A permit that somebody holds: since when, in milliseconds, and the seconds that it was charged. */
type HeldPermit = { readonly since: number; readonly charged: number };

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
  let usualSeconds = FIRST_CHARGE_SECONDS;

  const charge = (flow: Flow): HeldPermit => {
    free--;
    shares.serve(flow, usualSeconds);
    return { since: clock(), charged: usualSeconds };
  };
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
      next.serve(charge(next.flow));
    }
  };
  const tryTake = (flow: Flow): HeldPermit | null => {
    const waiter = findFirstWaiter();
    const isBeforeWaiters = waiter === null || shares.start(flow) <= shares.start(waiter.flow);
    if (free === 0 || !isBeforeWaiters || !isNextTurn(flow)) {
      refusals.set(flow.person, clock());
      return null;
    }
    refusals.delete(flow.person);
    const permit = charge(flow);
    serveWaiters();
    return permit;
  };
  const give = (flow: Flow, { since, charged }: HeldPermit) => {
    const seconds = Math.max(MIN_CHARGE_SECONDS, (clock() - since) / 1_000);
    shares.correct(flow, seconds - charged);
    usualSeconds = USUAL_TIME_DECAY * usualSeconds + (1 - USUAL_TIME_DECAY) * seconds;
    free++;
    serveWaiters();
  };
  const take = async (flow: Flow, signal: AbortSignal): Promise<HeldPermit> => {
    signal.throwIfAborted();
    return await new Promise<HeldPermit>((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(waiter), 1);
        serveWaiters();
        reject(signal.reason);
      };
      const waiter: Waiter = {
        flow,
        serve: (permit) => {
          waiting.splice(waiting.indexOf(waiter), 1);
          signal.removeEventListener("abort", leave);
          resolve(permit);
        },
      };
      waiting.push(waiter);
      signal.addEventListener("abort", leave, { once: true });
      serveWaiters();
    });
  };
  const of = (flow: Flow): Permits => {
    /** The oldest first. */
    const permits: HeldPermit[] = [];
    return {
      tryTake: () => {
        const permit = tryTake(flow);
        if (permit !== null) permits.push(permit);
        return permit !== null;
      },
      take: async (signal) => {
        permits.push(await take(flow, signal));
      },
      give: () => {
        const permit = permits.shift();
        if (permit === undefined) throw new Error("A permit was given back that nobody holds.");
        give(flow, permit);
      },
    };
  };
  return { of };
}
