/** The embedded Redis: private by password, appended to disk every second. MongoDB is the truth, so losing it loses nothing. */
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { Redis } from "ioredis";
import type { Engine } from "./embedded-stores/engine.ts";
import type { EmbeddedStore } from "./mongodb.ts";
import { launchStore, type Starting, untilReady } from "./store-process.ts";

const READY_WITHIN_MS = 30_000;

/** Connects, uses the connection and closes it. @throws Error when it cannot be connected at once */
export async function connectOnce<Answer>(
  url: string,
  use: (redis: Redis) => Promise<Answer>,
): Promise<Answer> {
  const client = new Redis(url, { lazyConnect: true, connectTimeout: 5000, retryStrategy: () => null });
  let failure: Error | null = null;
  client.on("error", (error) => {
    failure = error;
  });
  try {
    await client.connect();
    return await use(client);
  } catch (error) {
    // `connect` says only that the connection is closed; the event before it says why.
    throw failure ?? error;
  } finally {
    client.disconnect();
  }
}

/** @param folder kept between starts. @throws Error with the end of its log when it does not become ready. */
export async function startRedis(
  folder: string,
  engine: Engine,
  { note, guard, signal }: Starting,
): Promise<EmbeddedStore> {
  const data = `${folder}/data`;
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const password = randomBytes(24).toString("hex");
  const configFile = `${folder}/redis.conf`;
  const args = (port: number) => {
    // In a file, because everybody on the machine can read a command line.
    const settings = `bind 127.0.0.1
port ${port}
requirepass ${password}
dir "${data}"
appendonly yes
appendfsync everysec
save ""
maxmemory-policy noeviction
daemonize no
`;
    writeFileSync(configFile, settings, { mode: 0o600 });
    return [configFile];
  };
  const store = await launchStore({ name: "Redis", folder, engine, args, note, guard });
  const url = `redis://:${password}@127.0.0.1:${store.port}`;
  await untilReady(
    store,
    "Redis",
    () => connectOnce(url, async (redis) => void (await redis.ping())),
    READY_WITHIN_MS,
    signal,
  );
  return { url, pid: store.supervised.pid, stop: store.supervised.stop };
}
