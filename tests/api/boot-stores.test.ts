/** The embedded stores on a data folder of their own, started, killed, moved and started again. */
import { createServer } from "node:net";
import { Redis } from "ioredis";
import { MongoClient } from "mongodb";
import { identityOf } from "../../engine/processes/identity.ts";
import { type Stores, startStores } from "../../server/boot/stores.ts";
import { readLaunchConfig } from "../../server/core/config.ts";
import { assert, eventually, rejects, suite } from "../harness.ts";
import { atEnd, temporaryFolder } from "../support/cleanup.ts";

const it = suite("embedded stores", { timeout: 90_000 });
const dataDir = temporaryFolder("stores");
const config = { ...readLaunchConfig(process.env), dataDir, mongodbUrl: null, redisUrl: null };
const notes: string[] = [];

async function start(): Promise<Stores> {
  const stores = await startStores(config, (line) => notes.push(line));
  atEnd("the stores", () => stores.stop());
  return stores;
}

async function withMongo<T>(url: string, use: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 30_000 });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

const names = (url: string) =>
  withMongo(url, async (client) => {
    const facts = await client.db().collection("facts").find().sort({ name: 1 }).toArray();
    return facts.map(({ name }) => name);
  });
const keep = (url: string, name: string) =>
  withMongo(url, (client) => client.db().collection("facts").insertOne({ name }));

let stores: Stores;
const nowhere = () => ({
  ...config,
  dataDir: temporaryFolder("nowhere"),
  redisUrl: "redis://127.0.0.1:1",
});
/** That MongoDB does not answer is known after ten seconds, which the other tests need not wait for. */
let unreachable: Promise<Error>;
it.before(async () => {
  unreachable = rejects(startStores({ ...nowhere(), mongodbUrl: "mongodb://127.0.0.1:1/x" }, () => {}));
  // Its test reports it.
  unreachable.catch(() => {});
  stores = await start();
});

it("are a replica set with transactions, and a Redis that asks for a password", async () => {
  await withMongo(stores.mongodbUrl, async (client) => {
    await client.withSession((session) =>
      session.withTransaction(() => client.db().collection("facts").insertOne({ name: "a" }, { session })),
    );
  });
  const stranger = new Redis({ port: Number(new URL(stores.redisUrl).port), retryStrategy: () => null });
  stranger.on("error", () => {});
  await rejects(stranger.ping(), /NOAUTH/);
  stranger.disconnect();
});

it("come back with what was acknowledged when both are killed", async () => {
  await keep(stores.mongodbUrl, "b");
  const before = stores.pids();
  for (const pid of Object.values(before)) process.kill(pid ?? 0, "SIGKILL");
  await keep(stores.mongodbUrl, "c");
  assert.equal(await names(stores.mongodbUrl), ["a", "b", "c"]);
  await eventually("Redis runs again", () => stores.pids().redis, 20_000);
  const after = stores.pids();
  assert.is.not(after.redis, before.redis);
  assert.is.not(after.mongodb, before.mongodb);
});

it("end when asked, and start again on the same data though their port is taken", async () => {
  const port = Number(new URL(stores.mongodbUrl).port);
  const ended = stores.pids();
  await stores.stop();
  for (const pid of Object.values(ended)) assert.is(identityOf(pid ?? 0), null);
  const squatter = createServer((socket) => socket.destroy());
  await new Promise<void>((done) => squatter.listen(port, "127.0.0.1", done));
  atEnd("the squatter", () => squatter.close());
  stores = await start();
  assert.is.not(Number(new URL(stores.mongodbUrl).port), port);
  assert.equal(await names(stores.mongodbUrl), ["a", "b", "c"]);
});

it("of somebody else that cannot be reached are named in one sentence, and nothing is left running", async () => {
  assert.match((await unreachable).message, /^MongoDB at MONGODB_URL cannot be used: /);
  await rejects(
    startStores({ ...nowhere(), mongodbUrl: stores.mongodbUrl }, () => {}),
    /^Redis at REDIS_URL cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1/,
  );
});

it("of somebody else that would lose queued jobs are refused with the line that mends them", async () => {
  const redis = new Redis(stores.redisUrl);
  await redis.config("SET", "maxmemory", "50mb");
  await redis.config("SET", "maxmemory-policy", "allkeys-lru");
  await rejects(
    startStores({ ...nowhere(), ...stores }, () => {}),
    /^Redis at REDIS_URL cannot be used: .*redis-cli CONFIG SET maxmemory-policy noeviction/,
  );
  await redis.config("SET", "maxmemory-policy", "noeviction");
  const secondStores = await startStores({ ...nowhere(), ...stores }, () => {});
  assert.equal(secondStores.pids(), { mongodb: null, redis: null });
  redis.disconnect();
});

it("that are asked to end while they start, end", async () => {
  const end = new AbortController();
  const starting = startStores({ ...config, dataDir: temporaryFolder("asked") }, () => {}, {
    signal: end.signal,
  });
  // Sooner than any machine makes a replica set.
  setTimeout(() => end.abort(new Error("asked to end")), 300);
  await rejects(starting, /asked to end|did not become ready/);
});
