/**
 * What a test of the server stands on: real MongoDB and Redis (one of each for a whole run, a database and a key prefix for
 * each test), the real web service in this process, the real runner, or the whole product as processes. Everything started
 * here ends with the test file, whatever became of its tests.
 */
import { mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { MongoClient } from "mongodb";
import { startStores } from "../../../server/boot/stores.ts";
import { type Config, readConfig, readLaunchConfig } from "../../../server/config.ts";
import { openLog } from "../../../server/log.ts";
import { atEnd, temporaryFolder } from "../cleanup.ts";

export type TestStores = { mongodbUrl: string; redisUrl: string };
export type TestServer = { url: string; config: Config; close: () => Promise<void> };

/** Memory, where there is enough: the stores of a test run wait for the disk at every write. */
function fastFolder(): string {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize > 4 * 1024 ** 3 ? "/dev/shm" : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Starts stores for a test run; the caller ends them. Engines come from the machine's cache, data from an empty folder. */
export async function startTestStores(note: (line: string) => void) {
  const folder = mkdtempSync(join(fastFolder(), "understudy-test-stores-"));
  const config = { ...readLaunchConfig(process.env), dataDir: folder, mongodbUrl: null, redisUrl: null };
  const stores = await startStores(config, note);
  await forgetJournal(stores.mongodbUrl);
  const stop = async () => {
    await stores.stop(10_000);
    rmSync(folder, { recursive: true, force: true });
  };
  return { mongodbUrl: stores.mongodbUrl, redisUrl: stores.redisUrl, stop };
}

/** Writes are acknowledged before they are in the journal: nobody kills these stores, and a third of the work is saved. */
async function forgetJournal(mongodbUrl: string): Promise<void> {
  const client = new MongoClient(mongodbUrl);
  const admin = client.db("admin");
  const { config } = await admin.command({ replSetGetConfig: 1 });
  const changed = { ...config, version: config.version + 1, writeConcernMajorityJournalDefault: false };
  await admin.command({ replSetReconfig: changed });
  await client.close();
}

let started: Promise<TestStores> | null = null;

/** The run's stores, which tests/run.ts names in the environment; a test file that runs alone starts its own. */
export function testStores(): Promise<TestStores> {
  const { TEST_MONGODB_URL, TEST_REDIS_URL } = process.env;
  if (TEST_MONGODB_URL && TEST_REDIS_URL) {
    return Promise.resolve({ mongodbUrl: TEST_MONGODB_URL, redisUrl: TEST_REDIS_URL });
  }
  started ??= startTestStores(() => {}).then((stores) => {
    atEnd("the stores", stores.stop);
    return stores;
  });
  return started;
}

let databases = 0;

/** An empty database and an unused key prefix, both removed at the end. */
export async function testDatabase(): Promise<TestStores & { redisPrefix: string }> {
  const { mongodbUrl, redisUrl } = await testStores();
  const name = `test-${process.pid}-${databases++}`;
  const url = new URL(mongodbUrl);
  url.pathname = `/${name}`;
  const stores = { mongodbUrl: url.href, redisUrl, redisPrefix: name };
  atEnd(`database ${name}`, () => removeDatabase(stores));
  return stores;
}

async function removeDatabase({ mongodbUrl, redisUrl, redisPrefix }: TestStores & { redisPrefix: string }) {
  const client = new MongoClient(mongodbUrl);
  await client.db().dropDatabase();
  await client.close();
  const redis = new Redis(redisUrl);
  for await (const keys of redis.scanStream({ match: `*${redisPrefix}*`, count: 500 })) {
    if (keys.length > 0) await redis.unlink(keys);
  }
  redis.disconnect();
}

/** A configuration over a fresh database and an empty DATA_DIR, on a free port, quiet but for errors. */
export async function testConfig(overrides: Partial<Config> = {}): Promise<Config> {
  const given = overrides.mongodbUrl && overrides.redisUrl ? {} : await testDatabase();
  const { mongodbUrl: MONGODB_URL, redisUrl: REDIS_URL } = { ...(await testStores()), ...given };
  const defaults = readConfig({
    MONGODB_URL,
    REDIS_URL,
    PORT: "0",
    LOG_LEVEL: "error",
    ADMIN_EMAIL: "admin@example.org",
  });
  return { ...defaults, dataDir: overrides.dataDir ?? temporaryFolder("data"), ...given, ...overrides };
}

let logOpen = false;
function openTestLog(config: Config): void {
  if (logOpen) return;
  logOpen = true;
  openLog("test", config);
}

/** The real web service in this process. `close` may be called earlier than the end, to start another on the same data. */
export async function startTestServer(overrides: Partial<Config> = {}): Promise<TestServer> {
  const config = await testConfig(overrides);
  mkdirSync(config.dataDir, { recursive: true });
  openTestLog(config);
  const { startWeb } = await import("../../../server/web.ts");
  const web = await startWeb(config);
  return { url: `http://${config.host}:${web.port}`, config, close: closeOnce("the web service", web) };
}

/** The real runner, with its child processes, on the data of `config`. */
export async function startTestRunner(config: Config): Promise<{ close: () => Promise<void> }> {
  openTestLog(config);
  const { startRunner } = await import("../../../server/runner.ts");
  return { close: closeOnce("the runner", await startRunner(config)) };
}

function closeOnce(name: string, service: { close(): Promise<void> }): () => Promise<void> {
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= service.close();
    return closing;
  };
  atEnd(name, close);
  return close;
}
