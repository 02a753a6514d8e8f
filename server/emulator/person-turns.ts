import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import pLimit, { type LimitFunction } from "p-limit";
import { Problem } from "../core/problem.ts";

/** Requests of one person that are under way or wait. */
const MAX_QUEUED = 20;
/** Seconds. */
const RETRY_AFTER = 2;

/** One large request of each person at a time, so that one person's requests do not delay everybody else's. */
export type PersonTurns = {
  /** @throws (rejects) Problem 503 where too many of this person's requests wait already; what the work throws */
  perform<T>(person: number, work: () => Promise<T>): Promise<T>;
};

export function createPersonTurns(): PersonTurns {
  const queues = new Map<number, LimitFunction>();
  return {
    perform: async (person, work) => {
      const queue = queues.get(person) ?? pLimit(1);
      queues.set(person, queue);
      if (countTasks(queue) >= MAX_QUEUED) {
        throw new Problem(503, MESSAGES.tooManyLargeRequests, { retryAfter: RETRY_AFTER });
      }
      try {
        return await queue(work);
      } finally {
        if (countTasks(queue) === 0) queues.delete(person);
      }
    },
  };
}

const countTasks = ({ activeCount, pendingCount }: LimitFunction): number => activeCount + pendingCount;
