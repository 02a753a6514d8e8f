/** Real MongoDB and real Redis without anybody installing them, or the person's own where the environment names them. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { LaunchConfig } from "../core/config.ts";
import { chooseEngine } from "./embedded-stores/choose.ts";
import type { Candidate, Store } from "./embedded-stores/engine.ts";
import { mongodEmulated } from "./embedded-stores/mongod-emulated.ts";
import { mongodOfficial } from "./embedded-stores/mongod-official.ts";
import { onPath } from "./embedded-stores/on-path.ts";
import { redisBuilt } from "./embedded-stores/redis-built.ts";
import { redisFromDebian } from "./embedded-stores/redis-from-debian.ts";
import { type EmbeddedStore, startMongodb } from "./mongodb.ts";
import { startRedis } from "./redis.ts";
import { checkMongodb, checkRedis } from "./store-checks.ts";
import type { Note, Starting } from "./store-process.ts";
import { unguarded } from "./watchdog.ts";

export type Stores = {
  mongodbUrl: string;
  redisUrl: string;
  /** Null where the store is not ours. */
  pids: () => { mongodb: number | null; redis: number | null };
  /** Redis first, MongoDB last; whatever has not ended after `graceMs` is killed. */
  stop: (graceMs?: number) => Promise<void>;
};

type StoresConfig = Pick<LaunchConfig, "dataDir" | "enginesDir" | "mongodbUrl" | "redisUrl">;

export const mongodbCandidates = (enginesDir: string, note: Note): Candidate[] => [
  onPath(["mongod"]),
  mongodOfficial(enginesDir, note),
  mongodEmulated(enginesDir, note),
];

export const redisCandidates = (enginesDir: string, note: Note): Candidate[] => [
  onPath(["redis-server", "valkey-server"]),
  redisFromDebian(enginesDir, note),
  redisBuilt(enginesDir, note),
];

async function embedded(
  config: StoresConfig,
  store: Store,
  candidates: Candidate[],
  starting: Starting,
): Promise<EmbeddedStore> {
  const { note, signal } = starting;
  const folder = join(config.dataDir, store);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const engine = await chooseEngine(folder, candidates, store === "mongodb" ? "MONGODB_URL" : "REDIS_URL");
  const name = `${engine.product} ${engine.version}`;
  if (engine.source === "under emulation") {
    note(`${name} under emulation: fine for trying out and tests; set MONGODB_URL for real use`);
  } else {
    note(`${name} ${engine.source}`);
  }
  signal.throwIfAborted();
  const start = store === "mongodb" ? startMongodb : startRedis;
  return start(folder, engine, starting);
}

async function connectConfigured(url: string, check: (url: string) => Promise<void>): Promise<EmbeddedStore> {
  await check(url);
  return { url, pid: () => null, stop: async () => {} };
}

/**
 * Brings up both stores, at the same time.
 * @throws Error when either cannot be had; nothing is left running then
 */
export async function startStores(
  config: StoresConfig,
  note: Note,
  { guard = unguarded, signal = new AbortController().signal }: Partial<Omit<Starting, "note">> = {},
): Promise<Stores> {
  const starting = { note, guard, signal };
  const { enginesDir, mongodbUrl, redisUrl } = config;
  const mongods = mongodbCandidates(enginesDir, note);
  const redises = redisCandidates(enginesDir, note);
  const [mongodb, redis] = await Promise.allSettled([
    mongodbUrl === null
      ? embedded(config, "mongodb", mongods, starting)
      : connectConfigured(mongodbUrl, checkMongodb),
    redisUrl === null
      ? embedded(config, "redis", redises, starting)
      : connectConfigured(redisUrl, checkRedis),
  ]);
  if (mongodb.status === "rejected" || redis.status === "rejected") {
    for (const store of [mongodb, redis]) if (store.status === "fulfilled") await store.value.stop(5000);
    throw mongodb.status === "rejected"
      ? mongodb.reason
      : redis.status === "rejected"
        ? redis.reason
        : undefined;
  }
  return {
    mongodbUrl: mongodb.value.url,
    redisUrl: redis.value.url,
    pids: () => ({ mongodb: mongodb.value.pid(), redis: redis.value.pid() }),
    stop: async (graceMs = 15_000) => {
      const insistAt = Date.now() + graceMs;
      await redis.value.stop(Math.min(4000, graceMs));
      await mongodb.value.stop(Math.max(1000, insistAt - Date.now()));
    },
  };
}
