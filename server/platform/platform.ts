import { createDeliveryQueue, type DeliveryQueue } from "@understudy/engine/runner/delivery-queue.ts";
import { createJobQueue, type JobQueue } from "@understudy/engine/runner/queues.ts";
import { Redis } from "ioredis";
import { type Changes, createChanges } from "../core/changes.ts";
import type { Config } from "../core/config.ts";
import { log } from "../core/log.ts";
import { createOutcomeQueue, type OutcomeQueue } from "../dispatch/outcome-queue.ts";
import { recount } from "../dispatch/simulation-counts.ts";
import { createWakeUps, type WakeUps } from "../dispatch/wake-ups.ts";
import { createSpace, type Space } from "../files/space.ts";
import { createStorage, type Storage } from "../files/storage.ts";
import { createDatabaseClock, type DatabaseClock } from "../models/database-clock.ts";
import { openStore, type Store, type StoreDeadlines } from "../models/store.ts";
import type { Delivery } from "../notifications/delivery.ts";
import { createPublisher, type Publisher } from "../publish/publish.ts";

/** The services that every command uses, in the web process and in the runner's alike. */
export type Platform = {
  config: Config;
  store: Store;
  storage: Storage;
  space: Space;
  queue: JobQueue;
  deliveries: DeliveryQueue<Delivery>;
  changes: Changes;
  publish: Publisher;
  wakeUps: WakeUps;
  outcomes: OutcomeQueue;
  redis: Redis;
  /** One for all that ends leases and removes what is old: a wrong clock of this machine is logged once. */
  databaseClock: DatabaseClock;
};

// The parts of the platform that many functions need. A function states the smallest one; other combinations are a `Pick` of their own.

/** The database alone. */
export type Records = Pick<Platform, "store">;
/** The database, and the push of what changes in it. */
export type LiveRecords = Pick<Platform, "store" | "publish">;
export type RecordsAndFiles = Pick<Platform, "store" | "storage">;
export type LiveRecordsAndFiles = Pick<Platform, "store" | "storage" | "publish">;
/** The files, and the limit of the space that they may take. */
export type LimitedFiles = Pick<Platform, "store" | "storage" | "space">;
/** The services by which a job is put into the queue, or is taken out of it. */
export type JobQueueing = Pick<Platform, "store" | "storage" | "queue" | "publish" | "wakeUps">;
/** The services by which a job's status changes, and people are notified of it. */
export type JobTransitions = JobQueueing & Pick<Platform, "config" | "deliveries">;

/** A connection that waits for Redis to come back rather than failing its commands. */
export function connectRedis(url: string): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: null });
  redis.on("error", (err) => log.warn({ err }, "redis"));
  return redis;
}

/** @throws when MongoDB cannot be reached. */
export async function openPlatform(
  config: Config,
  deadlines?: StoreDeadlines,
): Promise<Platform & { close(): Promise<void> }> {
  const storage = createStorage(config.dataDir);
  await storage.prepare();
  const store = await openStore(config.mongodbUrl, deadlines);
  store.onAnswering((isAnswering) => {
    if (isAnswering) log.info("the database answers again");
    else log.error("the database does not answer");
  });
  const redis = connectRedis(config.redisUrl);
  const connection = { redisUrl: config.redisUrl, prefix: config.redisPrefix };
  const queue = createJobQueue(connection, log);
  const deliveries = createDeliveryQueue<Delivery>(connection, log);
  const changes = createChanges(redis, config.redisPrefix);
  const wakeUps = createWakeUps(changes);
  const publish = createPublisher(redis, config.redisPrefix, changes);
  const outcomes = createOutcomeQueue(store, wakeUps, (jobId) => recount({ store, publish }, jobId));
  return {
    config,
    store,
    storage,
    space: createSpace(config, storage, store),
    queue,
    deliveries,
    redis,
    databaseClock: createDatabaseClock(store),
    changes,
    publish,
    wakeUps,
    outcomes,
    close: async () => {
      await outcomes.close();
      await queue.close();
      await deliveries.close();
      redis.disconnect();
      await store.close();
    },
  };
}
