/** Moves the data of the embedded stores to the engines found now: out of the old one, whole, and into the new one. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { LaunchConfig } from "../../core/config.ts";
import { findEngine, recordedEngine } from "../embedded-stores/choose.ts";
import { type Engine, sameSeries } from "../embedded-stores/engine.ts";
import { readEngineRecord, writeEngineRecord } from "../embedded-stores/record.ts";
import { startMongodb } from "../mongodb.ts";
import type { Starting } from "../store-process.ts";
import { mongodbCandidates, redisCandidates } from "../stores.ts";
import { dumpDatabase, restoreDatabase } from "./dump.ts";

type StoreStart = Omit<Starting, "signal">;

const nameEngine = ({ product, version }: Engine) => `${product} ${version}`;

async function withMongodb<T>(
  folder: string,
  engine: Engine,
  starting: StoreStart,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const { signal } = new AbortController();
  const store = await startMongodb(folder, engine, { ...starting, signal });
  try {
    return await use(store.url);
  } finally {
    await store.stop(15_000);
  }
}

/** The old folder stays beside the new one, under its version, until a person removes it. */
async function moveMongodb(folder: string, from: Engine, to: Engine, starting: StoreStart): Promise<void> {
  const aside = `${folder}-${from.version}`;
  if (existsSync(aside)) throw new Error(`${aside} is left from an earlier upgrade. Remove it first.`);
  const dump = mkdtempSync(`${folder}-dump-`);
  try {
    const documents = await withMongodb(folder, from, starting, (url) => dumpDatabase(url, dump));
    renameSync(folder, aside);
    try {
      mkdirSync(folder, { mode: 0o700 });
      writeEngineRecord(folder, to);
      const arrived = await withMongodb(folder, to, starting, (url) => restoreDatabase(url, dump));
      if (arrived !== documents) throw new Error(`of ${documents} documents ${arrived} arrived`);
      starting.note(
        `${documents} documents moved from ${nameEngine(from)} to ${nameEngine(to)}. The old data lie in ${aside}.`,
      );
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      renameSync(aside, folder);
      throw error;
    }
  } finally {
    rmSync(dump, { recursive: true, force: true });
  }
}

/** @throws Error when the engine that wrote the data is gone: nothing else reads them. */
export async function upgradeData(config: LaunchConfig, starting: StoreStart): Promise<void> {
  const { note } = starting;
  const mongodb = join(config.dataDir, "mongodb");
  const written = readEngineRecord(mongodb);
  if (written === null) note("There are no MongoDB data here.");
  else {
    const target = await findEngine(mongodbCandidates(config.enginesDir, note), "MONGODB_URL");
    const old = await recordedEngine(written);
    if (sameSeries(written, target)) note(`${nameEngine(target)} opens these data as they are.`);
    else if (typeof old === "string")
      throw new Error(`Only ${nameEngine(written)} reads these data, and ${old}.`);
    else await moveMongodb(mongodb, old, target, starting);
  }
  const redis = join(config.dataDir, "redis");
  const writtenRedis = readEngineRecord(redis);
  if (writtenRedis === null) return;
  const target = await findEngine(redisCandidates(config.enginesDir, note), "REDIS_URL");
  if (sameSeries(writtenRedis, target)) return;
  // Nothing in it is missed: unfinished jobs are queued again from MongoDB.
  rmSync(redis, { recursive: true });
  note(`${nameEngine(target)} starts empty; unfinished jobs are queued again.`);
}
