import { MESSAGES } from "@understudy/shared/messages.ts";
import { Problem } from "../problem.ts";
import { createSerialQueue, type SerialQueue } from "../serial-queue.ts";

/** Requests of one person that may wait. */
const MOST_WAITING = 20;
/** Seconds. */
const RETRY_AFTER = 2;

/** One large request of each person at a time, so that nobody's many requests take the room of everybody else's. */
export type PersonTurns = {
  /** @throws (rejects) Problem 503 where too many of this person's requests wait already; what the work throws */
  perform<T>(person: number, work: () => Promise<T>): Promise<T>;
};

export function createPersonTurns(): PersonTurns {
  const queues = new Map<number, SerialQueue>();
  return {
    perform: async (person, work) => {
      const queue = queues.get(person) ?? createSerialQueue();
      queues.set(person, queue);
      if (queue.length >= MOST_WAITING) {
        throw new Problem(503, MESSAGES.tooManyLargeRequests, { retryAfter: RETRY_AFTER });
      }
      try {
        return await queue.add(work);
      } finally {
        if (queue.length === 0) queues.delete(person);
      }
    },
  };
}
