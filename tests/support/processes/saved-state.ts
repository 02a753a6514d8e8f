/**
 * The state that several test files begin with: the database and the files after a slow preparation, which the first of them makes. The
 * others work on copies.
 */
import { cp } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "@understudy/server/core/config.ts";
import type { Redis } from "ioredis";
import type { Collection } from "mongodb";
import { z } from "zod";
import { withMongodb, withRedis } from "./databases.ts";
import { testConfig } from "./stack.ts";

/** A state that is complete, as Redis names it. */
const savedState = z.object({ database: z.string(), folder: z.string(), result: z.unknown() });

/** The folder for the files of saved states, which the test run removes; without it, nothing is saved. */
const SAVED_STATES_FOLDER = process.env.TEST_SAVED_FOLDER;

/**
 * Prepares a configuration: by `prepare`, or as an earlier file of this run did. The preparation closes the services that it starts, so that
 * nothing is written while its state is saved.
 *
 * @param name of the state: the same preparation has the same name
 * @param shape of what the preparation returns, which must survive JSON
 */
export async function prepareOnce<Result>(
  name: string,
  shape: z.ZodType<Result>,
  prepare: (config: Config) => Promise<Result>,
): Promise<{ config: Config; result: Result }> {
  const config = await testConfig();
  if (SAVED_STATES_FOLDER === undefined) return { config, result: await prepare(config) };
  return await withRedis(config.redisUrl, async (redis) => {
    const saved = await redis.get(`saved-state:${name}`);
    if (saved !== null) return { config, result: shape.parse(await restore(config, saved)) };
    const result = await prepare(config);
    await save(name, config, result, redis);
    return { config, result };
  });
}

async function restore(config: Config, saved: string): Promise<unknown> {
  const { database, folder, result } = savedState.parse(JSON.parse(saved));
  await withMongodb(config.mongodbUrl, async (client) => {
    const target = client.db().databaseName;
    await copyAll(await client.db(database).collections(), (coll) => ({
      $merge: { into: { db: target, coll } },
    }));
  });
  await cp(folder, config.dataDir, { recursive: true });
  return result;
}

/** Another file that makes the same preparation at the same time saves nothing. */
async function save(name: string, config: Config, result: unknown, redis: Redis): Promise<void> {
  if ((await redis.set(`saving-state:${name}`, "", "NX")) === null) return;
  const database = `saved-${name}`;
  const folder = join(SAVED_STATES_FOLDER ?? "", name);
  await cp(config.dataDir, folder, { recursive: true });
  await withMongodb(config.mongodbUrl, async (client) => {
    await copyAll(await client.db().collections(), (coll) => ({ $out: { db: database, coll } }));
  });
  await redis.set(`saved-state:${name}`, JSON.stringify({ database, folder, result }));
}

async function copyAll(
  collections: readonly Collection[],
  createStage: (name: string) => { $out: object } | { $merge: object },
): Promise<void> {
  for (const collection of collections)
    await collection.aggregate([createStage(collection.collectionName)]).toArray();
}
