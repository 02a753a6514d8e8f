/** Jobs on their way to a runner: one Bull queue a lane, and stop messages over Redis. With delivery-queue.ts the only importer of bull. */
import Bull from "bull";
import type { Phase, Work } from "./contract/claim.ts";
import type { QueueConnection } from "./contract/options.ts";
import type { RunnerLog } from "./contract/ports.ts";

/** The queues as the web process uses them. */
export type JobQueue = {
  /** Queues the work under a fixed id: queueing it again while it waits or runs changes nothing. */
  enqueue(work: Work): Promise<void>;
  /** Reaches the runner that has the job, if any, at once. Call it after the job left its active status. */
  requestStop(jobId: number): Promise<void>;
  close(): Promise<void>;
};

/** The queues as the runner uses them. */
export type WorkQueue = JobQueue & {
  /**
   * Takes work of a lane, `concurrency` at a time. The signal is aborted when this process may no longer work on it:
   * Redis took it for dead and gave the work to another. When `run` rejects, the work is put back and tried again soon.
   */
  take(lane: Lane, concurrency: number, run: (work: Work, lost: AbortSignal) => Promise<void>): void;
  onStop(listener: (jobId: number) => void): void;
  /** Resolves when Redis answers and stop messages arrive. */
  ready(): Promise<void>;
  /** Takes no more work; what is being done goes on. */
  rest(): Promise<void>;
  /** Takes work again after `rest`. */
  wake(): Promise<void>;
};

const LOCK_MS = 8_000;
/** Work that was put back is tried again after this long (ms), each time after twice as long, up to the maximum. */
const AGAIN_MS = 1_000;
const AGAIN_AT_MOST_MS = 30_000;
/** Orders that differ by less than a thousandth are served in the order in which they come. */
const PRIORITIES_PER_ORDER = 1_000;
/** That a runner died or could not reach a store is never the job's fault: its work is retried without limit. */
const UNLIMITED_ATTEMPTS = 1_000_000;

/** One queue each. Short trainings have one of their own, so that they wait for each other only. */
export type Lane = Phase | "short-training";
const ALL_LANES: readonly Lane[] = ["data", "running", "training", "short-training"];
const chooseLane = ({ phase, isShort = false }: Work): Lane =>
  phase === "training" && isShort ? "short-training" : phase;

/** Bull's own reading of an address knows neither `rediss:` nor escaped passwords. */
export function redisOptions(address: string) {
  const url = new URL(address);
  return {
    host: url.hostname,
    port: url.port === "" ? 6379 : Number(url.port),
    db: url.pathname.length > 1 ? Number(url.pathname.slice(1)) : 0,
    ...(url.username === "" ? {} : { username: decodeURIComponent(url.username) }),
    ...(url.password === "" ? {} : { password: decodeURIComponent(url.password) }),
    ...(url.protocol === "rediss:" ? { tls: {} } : {}),
  };
}

type Queues = Readonly<Record<Lane, Bull.Queue<Work>>>;

function openQueues({ redisUrl, prefix, lock = LOCK_MS }: QueueConnection, log: RunnerLog): Queues {
  const open = (lane: Lane) => {
    const queue = new Bull<Work>(lane, {
      redis: redisOptions(redisUrl),
      prefix: `${prefix}:queue`,
      defaultJobOptions: {
        removeOnComplete: true,
        removeOnFail: true,
        attempts: UNLIMITED_ATTEMPTS,
        backoff: { type: "again" },
        stackTraceLimit: 1,
      },
      settings: {
        lockDuration: lock,
        lockRenewTime: lock / 4,
        stalledInterval: lock / 4,
        maxStalledCount: UNLIMITED_ATTEMPTS,
        backoffStrategies: {
          again: (attempts) => Math.min(AGAIN_AT_MOST_MS, AGAIN_MS * 2 ** (attempts - 1)),
        },
      },
    });
    queue.on("error", (err: Error) => log.warn({ err, lane }, "job queue"));
    return queue;
  };
  return {
    data: open("data"),
    running: open("running"),
    training: open("training"),
    "short-training": open("short-training"),
  };
}

const stopChannel = (prefix: string) => `${prefix}:stop-job`;

export function createJobQueue(connection: QueueConnection, log: RunnerLog): JobQueue {
  return jobQueue(connection, openQueues(connection, log));
}

/** Bull keeps the time until which a job is put back as the upper digits of its score, in units of this many. */
const SCORES_PER_MS = 0x1000;

/** @returns milliseconds until work that was put back is tried again */
async function readDelay(queue: Bull.Queue<Work>, { id }: Bull.Job<Work>): Promise<number> {
  const score = await queue.client.zscore(queue.toKey("delayed"), String(id));
  return score === null ? 0 : Number(score) / SCORES_PER_MS - Date.now();
}

function jobQueue({ prefix }: QueueConnection, queues: Queues): JobQueue {
  return {
    enqueue: async (work) => {
      const { jobId, phase, ticket, order, isShort, flow } = work;
      // The least goes first; without one, in the order in which they come. Bull compares whole numbers.
      const priority =
        order === undefined ? {} : { priority: Math.max(1, Math.round(order * PRIORITIES_PER_ORDER)) };
      const add = () =>
        queues[chooseLane(work)].add(
          {
            ...{ jobId, phase, ticket },
            ...(isShort === undefined ? {} : { isShort }),
            ...(flow === undefined ? {} : { flow }),
          },
          { jobId: `${jobId}-${ticket}`, ...priority },
        );
      const job = await add();
      const state = await job.getState();
      if (state === "delayed" && (await readDelay(queues[chooseLane(work)], job)) > AGAIN_AT_MOST_MS) {
        // It was put back while this machine's clock was ahead. Another runner may take it at this moment.
        await job.promote().catch(() => undefined);
      }
      if (state !== "stuck") return;
      // Known to Redis but in no list, as after Redis lost data under a running job: it would wait for ever. One that
      // only moved between lists meanwhile is locked, and cannot be removed.
      await job.remove().then(add, () => undefined);
    },
    requestStop: async (jobId) => {
      await queues.data.client.publish(stopChannel(prefix), String(jobId));
    },
    close: async () => {
      await Promise.all(ALL_LANES.map((lane) => queues[lane].close()));
    },
  };
}

export function createWorkQueue(connection: QueueConnection, log: RunnerLog): WorkQueue {
  const queues = openQueues(connection, log);
  const base = jobQueue(connection, queues);
  const listeners: ((jobId: number) => void)[] = [];
  const subscriber = queues.data.client.duplicate({ maxRetriesPerRequest: null });
  subscriber.on("error", (err) => log.warn({ err }, "stop messages"));
  subscriber.on("message", (_channel: string, text: string) => {
    for (const listener of listeners) listener(Number(text));
  });

  return {
    ...base,
    take: (lane, concurrency, run) => {
      const handle = async (job: Bull.Job<Work>) => {
        const watch = watchLock(job, connection.lock ?? LOCK_MS);
        try {
          await run(job.data, watch.lost);
        } catch (err) {
          log.warn({ err, ...job.data }, "work is put back");
          throw err;
        } finally {
          watch.end();
        }
      };
      queues[lane].process(concurrency, handle).catch((err: unknown) => log.warn({ err, lane }, "job queue"));
    },
    onStop: (listener) => {
      listeners.push(listener);
    },
    ready: async () => {
      await Promise.all([
        ...ALL_LANES.map((lane) => queues[lane].isReady()),
        subscriber.subscribe(stopChannel(connection.prefix)),
      ]);
    },
    rest: async () => {
      await Promise.all(ALL_LANES.map((lane) => queues[lane].pause(true, true)));
    },
    wake: async () => {
      await Promise.all(ALL_LANES.map((lane) => queues[lane].resume(true)));
    },
    close: async () => {
      subscriber.disconnect();
      await base.close();
    },
  };
}

/**
 * Bull 4.16 silently stops renewing a lock once a renewal failed or another process has it. So the lock is
 * renewed here too: `lost` is aborted when the lock is gone in Redis, or Redis has not answered for as long as it lasts.
 */
function watchLock(job: Bull.Job<Work>, duration: number): { lost: AbortSignal; end(): void } {
  const lost = new AbortController();
  const renewal = duration / 4;
  let renewedAt = performance.now();
  const timer = setInterval(async () => {
    const requestedAt = performance.now();
    const held = await job.extendLock(duration).catch(() => null);
    if (held) renewedAt = requestedAt;
    else if (held !== null || performance.now() - renewedAt > duration - renewal) lost.abort();
  }, renewal);
  return { lost: lost.signal, end: () => clearInterval(timer) };
}
