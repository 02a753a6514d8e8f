/** Real MongoDB and Redis for tests: one of each for a whole run. */
import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MongoClient } from "mongodb";
import { startStores } from "../../../server/boot/stores.ts";
import { readLaunchConfig } from "../../../server/core/config.ts";
import { atEnd } from "../cleanup.ts";

export type TestStores = { mongodbUrl: string; redisUrl: string };

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
  const savedFolder = join(folder, "saved-states");
  const config = { ...readLaunchConfig(process.env), dataDir: folder, mongodbUrl: null, redisUrl: null };
  const stores = await startStores(config, note);
  await forgetJournal(stores.mongodbUrl);
  const stop = async () => {
    await stores.stop(10_000);
    rmSync(folder, { recursive: true, force: true });
  };
  return { mongodbUrl: stores.mongodbUrl, redisUrl: stores.redisUrl, savedFolder, pids: stores.pids, stop };
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
