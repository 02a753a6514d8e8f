/**
 * Databases for tests, in the one MongoDB and the one Redis of a run. Making the collections and indexes of the product takes
 * an emulated MongoDB more than a second, so databases that have them are emptied and used again by the next test file.
 */
import { randomBytes } from "node:crypto";
import { openStore } from "@understudy/server/models/store.ts";
import { Redis } from "ioredis";
import { type Collection, MongoClient } from "mongodb";
import { atEnd } from "../cleanup.ts";
import { type TestStores, testStores } from "./test-stores.ts";

export type TestDatabase = TestStores & { redisPrefix: string };

/** The list of Redis that has the names of the databases that are ready to be used again. */
const READY_LIST_KEY = "test-databases";
/** Emptying a collection takes as long as deleting its records one by one; with more of them the database is dropped. */
const MAX_RECORDS = 2_000;

const newName = () => `test-${randomBytes(6).toString("hex")}`;

function databaseUrl(mongodbUrl: string, name: string): string {
  const url = new URL(mongodbUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** A database that nothing was ever written to, and an unused key prefix, both removed at the end. */
export async function testDatabase(): Promise<TestDatabase> {
  const { mongodbUrl, redisUrl } = await testStores();
  const name = newName();
  const database = { mongodbUrl: databaseUrl(mongodbUrl, name), redisUrl, redisPrefix: name };
  atEnd(`database ${name}`, async () => {
    await withMongodb(database.mongodbUrl, (client) => client.db().dropDatabase());
    await withRedis(redisUrl, (redis) => removeKeys(redis, name));
  });
  return database;
}

/** A database with the collections and indexes of the product and without a record, and an unused key prefix. */
export async function preparedDatabase(): Promise<TestDatabase> {
  const { mongodbUrl, redisUrl } = await testStores();
  const redisPrefix = newName();
  const name =
    (await withRedis(redisUrl, (redis) => redis.rpop(READY_LIST_KEY))) ?? (await prepareDatabase(mongodbUrl));
  const database = { mongodbUrl: databaseUrl(mongodbUrl, name), redisUrl, redisPrefix };
  const collections = await withMongodb(database.mongodbUrl, (client) => listCollections(client));
  atEnd(`database ${name}`, async () => {
    const isReady = await withMongodb(database.mongodbUrl, (client) => emptyDatabase(client, collections));
    await withRedis(redisUrl, async (redis) => {
      await removeKeys(redis, redisPrefix);
      if (isReady) await redis.lpush(READY_LIST_KEY, name);
    });
  });
  return database;
}

async function prepareDatabase(mongodbUrl: string): Promise<string> {
  const name = newName();
  const store = await openStore(databaseUrl(mongodbUrl, name));
  await store.close();
  await withMongodb(databaseUrl(mongodbUrl, name), async (client) => {
    for (const collection of await client.db().collections()) await collection.deleteMany({});
  });
  return name;
}

async function listCollections(client: MongoClient): Promise<string> {
  const collections = await client.db().listCollections({}, { nameOnly: true }).toArray();
  return collections
    .map(({ name }) => name)
    .sort()
    .join();
}

/**
 * Deletes all records.
 * @returns whether the database is then as `preparedDatabase` gives it; if not, it was dropped
 */
async function emptyDatabase(client: MongoClient, collections: string): Promise<boolean> {
  const database = client.db();
  const isUsable =
    (await listCollections(client)) === collections &&
    (await Promise.all((await database.collections()).map(emptyCollection))).every(Boolean);
  if (!isUsable) await database.dropDatabase();
  return isUsable;
}

async function emptyCollection(collection: Collection): Promise<boolean> {
  const count = await collection.estimatedDocumentCount();
  if (count > MAX_RECORDS) return false;
  // The estimate is exact but after an unclean shutdown; deleting in an empty collection costs as little as a look.
  await collection.deleteMany({});
  return true;
}

/** Gives `use` a client that is closed afterwards. */
export async function withMongodb<T>(url: string, use: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(url);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

export async function withRedis<T>(url: string, use: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url);
  try {
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}

async function removeKeys(redis: Redis, prefix: string): Promise<void> {
  for await (const keys of redis.scanStream({ match: `*${prefix}*`, count: 500 })) {
    if (keys.length > 0) await redis.unlink(keys);
  }
}
