/**
 * The state that several test files begin with: the database and the files after a slow preparation, which the first of them makes. The
 * others work on copies.
 */
import { cp } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "@understudy/server/core/config.ts";
import type { z } from "zod";
import { withMongodb, withRedis } from "./databases.ts";
import { testConfig } from "./stack.ts";

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
  // The test run removes this folder; a file that runs without one saves nothing.
  const { TEST_SAVED_FOLDER: savedFolder } = process.env;
  if (savedFolder === undefined) return { config, result: await prepare(config) };
  const folder = join(savedFolder, name);
  const database = new URL(config.mongodbUrl).pathname.slice(1);
  const savedDatabase = `saved-${name}`;
  return await withRedis(config.redisUrl, async (redis) => {
    const saved = await redis.get(`saved-state:${name}`);
    if (saved !== null) {
      await copyRecords(config, savedDatabase, database);
      await cp(folder, config.dataDir, { recursive: true });
      return { config, result: shape.parse(JSON.parse(saved)) };
    }
    const result = await prepare(config);
    // Another file that makes the same preparation at the same time saves nothing.
    if ((await redis.set(`saving-state:${name}`, "", "NX")) !== null) {
      await copyRecords(config, database, savedDatabase);
      await cp(config.dataDir, folder, { recursive: true });
      await redis.set(`saved-state:${name}`, JSON.stringify(result));
    }
    return { config, result };
  });
}

async function copyRecords(
  { mongodbUrl }: Pick<Config, "mongodbUrl">,
  from: string,
  to: string,
): Promise<void> {
  await withMongodb(mongodbUrl, async (client) => {
    for (const collection of await client.db(from).collections()) {
      const target = { db: to, coll: collection.collectionName };
      await collection.aggregate([{ $merge: { into: target } }]).toArray();
    }
  });
}
