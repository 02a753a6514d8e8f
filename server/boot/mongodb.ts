/** The embedded MongoDB: one node as a replica set, so that transactions and change streams work as in production. */
import { mkdirSync } from "node:fs";
import { type Db, MongoClient, MongoServerError } from "mongodb";
import type { Engine } from "./embedded-stores/engine.ts";
import { launchStore, type Starting, untilReady } from "./store-process.ts";

export type EmbeddedStore = {
  url: string;
  pid: () => number | null;
  stop: (graceMs: number) => Promise<void>;
};

const ALREADY_INITIALISED = 23;
/** Emulated, on a busy machine, the first start has taken 16 s. */
const READY_WITHIN_MS = 120_000;

const args = (dbpath: string, port: number) => [
  ...["--dbpath", dbpath, "--port", String(port), "--bind_ip", "127.0.0.1", "--replSet", "rs0"],
  ...[
    "--nounixsocket",
    "--networkMessageCompressors",
    "disabled",
    "--wiredTigerCacheSizeGB",
    "0.5",
    "--quiet",
  ],
  ...["--setParameter", "diagnosticDataCollectionEnabled=false"],
  // There is no secondary to hand over to, so waiting for one only delays Ctrl-C.
  ...["--setParameter", "shutdownTimeoutMillisForSignaledShutdown=100"],
];

/** @throws Error while the node is not yet a writable primary under its present address. */
async function becomePrimary(admin: Db, host: string): Promise<void> {
  const members = [{ _id: 0, host }];
  try {
    await admin.command({ replSetInitiate: { _id: "rs0", members } });
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== ALREADY_INITIALISED) throw error;
  }
  const { config } = await admin.command({ replSetGetConfig: 1 });
  if (config.members[0]?.host !== host) {
    // The port changed, so the node finds itself in no set: only a forced change is possible.
    await admin.command({
      replSetReconfig: { ...config, members, version: config.version + 1 },
      force: true,
    });
  }
  const { isWritablePrimary } = await admin.command({ hello: 1 });
  if (isWritablePrimary !== true) throw new Error("it is not a writable primary yet");
}

async function withAdmin(url: string, timeoutMs: number, use: (admin: Db) => Promise<void>): Promise<void> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: timeoutMs, connectTimeoutMS: timeoutMs });
  try {
    await use(client.db("admin"));
  } finally {
    await client.close();
  }
}

/** @param folder kept between starts. @throws Error with the end of its log when it does not become ready. */
export async function startMongodb(
  folder: string,
  engine: Engine,
  { note, guard, signal }: Starting,
): Promise<EmbeddedStore> {
  const data = `${folder}/data`;
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const launch = { name: "MongoDB", folder, engine, args: (port: number) => args(data, port), note, guard };
  const store = await launchStore(launch);
  const host = `127.0.0.1:${store.port}`;
  // A client whose first connection failed stays closed, so each try gets its own.
  const probe = () =>
    withAdmin(`mongodb://${host}/?directConnection=true`, 2000, (admin) => becomePrimary(admin, host));
  await untilReady(store, "MongoDB", probe, READY_WITHIN_MS, signal);
  const { supervised } = store;
  return {
    // By the name of its set, not directly: after a restart the driver then waits for the node to be primary again.
    url: `mongodb://${host}/understudy?replicaSet=rs0`,
    pid: supervised.pid,
    stop: supervised.stop,
  };
}
