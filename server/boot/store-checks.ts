/** Checks at every start that a MongoDB and a Redis of the administrator's own can be used; each fault names the line that mends it. */
import { randomUUID } from "node:crypto";
import { type Db, MongoClient, MongoServerError } from "mongodb";
import { connectOnce } from "./redis.ts";

/** A store that answers and still cannot be used: starting again does not help until the administrator has mended it. */
export class StoreFault extends Error {
  override readonly name = "StoreFault";
}

/** One sentence for whatever kept a store from being used. */
function unusable(store: string, error: unknown): Error {
  const sentence = `${store} cannot be used: ${error instanceof Error ? error.message : String(error)}`;
  return error instanceof StoreFault
    ? new StoreFault(sentence, { cause: error })
    : new Error(sentence, { cause: error });
}

const MIN_MONGODB_MAJOR = 6;
/** Redis 6.2 has the commands that Bull and the live connection need. */
const MIN_REDIS = [6, 2] as const;
const UNAUTHORIZED_CODE = 13;
/** @param hello MongoDB's answer to `hello` @returns one sentence that says what is wrong and how to mend it; null: nothing */
export function mongodbFault(
  version: string,
  hello: { readonly setName?: unknown; readonly msg?: unknown },
): string | null {
  if (Number.parseInt(version, 10) < MIN_MONGODB_MAJOR)
    return `it is version ${version}; install MongoDB ${MIN_MONGODB_MAJOR}.0 or newer.`;
  if (hello.setName !== undefined || hello.msg === "isdbgrid") return null;
  return (
    "it is not a replica set, which transactions need. One node is enough: start it with " +
    "mongod --replSet rs0, and run rs.initiate() once in mongosh."
  );
}

/**
 * @param info Redis' answer to INFO: lines of `name:value`
 * @returns one sentence that says what is wrong and how to mend it; null: nothing
 */
export function redisFault(info: string): string | null {
  const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(info)?.[1] ?? "";
  const version = field("redis_version");
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < MIN_REDIS[0] || (major === MIN_REDIS[0] && minor < MIN_REDIS[1]))
    return `it is version ${version}; install Redis ${MIN_REDIS.join(".")} or newer.`;
  const policy = field("maxmemory_policy");
  // Without a limit of memory nothing is ever evicted.
  if (policy === "noeviction" || Number(field("maxmemory")) === 0) return null;
  return (
    `it may evict keys (maxmemory-policy is ${policy}), and queued jobs would be lost. ` +
    "Run redis-cli CONFIG SET maxmemory-policy noeviction, and set the same in redis.conf."
  );
}

/** @throws Error that names the missing right */
async function checkRights(database: Db): Promise<void> {
  try {
    // Other processes may start at the same time.
    const collection = database.collection(`startup_check_${randomUUID()}`);
    await collection.createIndex({ time: 1 });
    await collection.insertOne({ time: new Date() });
    await collection.drop();
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== UNAUTHORIZED_CODE) throw error;
    const name = database.databaseName;
    throw new StoreFault(
      `its user may not write to the database "${name}". ` +
        `Grant it the role: db.grantRolesToUser("<user>", [{ role: "readWrite", db: "${name}" }])`,
      { cause: error },
    );
  }
}

/** @throws Error in one sentence when a server of the person's own cannot be used. */
export async function checkMongodb(url: string): Promise<void> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 10_000, connectTimeoutMS: 10_000 });
  try {
    const database = client.db();
    const hello = await database.command({ hello: 1 });
    const { version } = await database.command({ buildInfo: 1 });
    const fault = mongodbFault(String(version), hello);
    if (fault !== null) throw new StoreFault(fault);
    await checkRights(database);
  } catch (error) {
    throw unusable("MongoDB at MONGODB_URL", error);
  } finally {
    await client.close();
  }
}

/** @throws Error in one sentence when a server of the person's own cannot be used. */
export async function checkRedis(url: string): Promise<void> {
  try {
    const fault = redisFault(await connectOnce(url, (redis) => redis.info()));
    if (fault !== null) throw new StoreFault(fault);
  } catch (error) {
    throw unusable("Redis at REDIS_URL", error);
  }
}
