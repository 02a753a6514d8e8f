/** Messages on their way out of the platform, to webhooks and mail servers: one Bull queue. */
import { DELIVERY_ATTEMPTS } from "@understudy/shared/limits.ts";
import Bull from "bull";
import type { QueueConnection } from "./contract/options.ts";
import type { RunnerLog } from "./contract/ports.ts";
import { redisOptions } from "./queues.ts";

/** The queue as its senders use it. */
export type DeliveryQueue<Data> = {
  /** Queues a message under a fixed id: queueing it again, even an hour after it was delivered, changes nothing. */
  add(id: string, data: Data, attempts?: number): Promise<void>;
  close(): Promise<void>;
};

/** `number` counts from 1. */
export type Attempt = { readonly number: number; readonly isLast: boolean };

/** The second attempt comes after this long (ms), the third after three times as long. */
const PAUSE_MS = 10_000;
/** For so long (s) a message that was queued before is recognised. */
const REMEMBERED_SECONDS = 3_600;

type Connection = Pick<QueueConnection, "redisUrl" | "prefix">;

function open<Data>({ redisUrl, prefix }: Connection, log: RunnerLog): Bull.Queue<Data> {
  const queue = new Bull<Data>("deliveries", {
    redis: redisOptions(redisUrl),
    prefix: `${prefix}:queue`,
    defaultJobOptions: {
      removeOnComplete: { age: REMEMBERED_SECONDS },
      removeOnFail: { age: REMEMBERED_SECONDS },
      stackTraceLimit: 1,
    },
  });
  queue.on("error", (err: Error) => log.warn({ err }, "delivery queue"));
  return queue;
}

/** @param pauseMs before the second attempt */
export function createDeliveryQueue<Data>(
  connection: Connection,
  log: RunnerLog,
  pauseMs = PAUSE_MS,
): DeliveryQueue<Data> {
  const queue = open<Data>(connection, log);
  return {
    add: async (jobId, data, attempts = DELIVERY_ATTEMPTS) => {
      await queue.add(data, { jobId, attempts, backoff: { type: "exponential", delay: pauseMs } });
    },
    close: () => queue.close(),
  };
}

/**
 * Takes messages from the queue, `concurrency` at a time, in any number of processes. What `deliver` answers false for, or
 * rejects, is tried again later, unless it was the last attempt.
 */
export function takeDeliveries<Data>(
  connection: Connection,
  log: RunnerLog,
  concurrency: number,
  deliver: (data: Data, attempt: Attempt) => Promise<boolean>,
): { close(): Promise<void> } {
  const queue = open<Data>(connection, log);
  const handle = async ({ data, attemptsMade, opts: { attempts = 1 } }: Bull.Job<Data>) => {
    const number = attemptsMade + 1;
    if (!(await deliver(data, { number, isLast: number >= attempts }))) throw new Error("not delivered");
  };
  queue.process(concurrency, handle).catch((err: unknown) => log.warn({ err }, "delivery queue"));
  return { close: () => queue.close() };
}
