/** Faults that the product's surroundings may have while people work, other than that a process dies. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Redis } from "ioredis";
import { startStores } from "../../../server/boot/stores.ts";
import { readLaunchConfig } from "../../../server/core/config.ts";
import { atEnd, temporaryFolder } from "../cleanup.ts";
import { ReplicaSet } from "../processes/replica-set.ts";
import { CLOCK_FILE_VARIABLE } from "../processes/shifted-clock.ts";
import { DatabaseNetwork, HEALTHY_NETWORK } from "./database-network.ts";
import { Installation } from "./installation.ts";
import { OwnDisk, withOwnDisk } from "./small-disk.ts";

export const FAULT_NAMES = [
  "a full disk",
  "a read-only disk",
  "a MongoDB that answers slowly",
  "a MongoDB that does not answer",
  "a MongoDB whose connections break",
  "a MongoDB that fails over",
  "a Redis without memory",
  "a clock of the platform that is an hour ahead",
  "all clocks an hour ahead",
] as const;
export type FaultName = (typeof FAULT_NAMES)[number];

/** An answer of /readyz: its status, and the parts of the platform that it calls broken. */
export type ReportedHealth = { readonly status: number; readonly broken: readonly string[] };

type Fault = {
  begin(): Promise<void> | void;
  end(): Promise<void> | void;
  /** /readyz answers so some time after its beginning. */
  readonly health: ReportedHealth;
};

const HOUR_MS = 3_600_000;
/** One way: a request of a few queries then takes seconds. */
const SLOW_MS = 250;
const SOUND_HEALTH: ReportedHealth = { status: 200, broken: [] };

/** A product whose disk, stores, networks and clocks can fail. */
export type FaultyInstallation = {
  readonly installation: Installation;
  readonly faults: Readonly<Record<FaultName, Fault>>;
};

export async function startFaultyInstallation(): Promise<FaultyInstallation> {
  const stores = await startStores(
    {
      ...readLaunchConfig(process.env),
      dataDir: temporaryFolder("stores"),
      mongodbUrl: null,
      redisUrl: null,
    },
    () => {},
  );
  atEnd("the stores", () => stores.stop());
  const database = new URL(stores.mongodbUrl);
  const { network, port } = await DatabaseNetwork.start(Number(database.port));
  const replicaSet = await ReplicaSet.move(Number(database.port), port);
  const redis = new Redis(stores.redisUrl);
  atEnd("a connection to Redis", () => redis.disconnect());
  const clockFile = join(temporaryFolder("clock"), "offset");
  const setClock = (offsetMs: number) => writeFileSync(clockFile, String(offsetMs));
  setClock(0);
  const dataDir = temporaryFolder("chaos");
  const installation = await Installation.start(
    {
      DATA_DIR: dataDir,
      MONGODB_URL: `mongodb://127.0.0.1:${port}/understudy?replicaSet=rs0`,
      REDIS_URL: stores.redisUrl,
      NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "../processes/shifted-clock.ts")).href}`,
      [CLOCK_FILE_VARIABLE]: clockFile,
    },
    withOwnDisk(dataDir),
  );
  const disk = new OwnDisk(dataDir, installation.processes().launcher ?? 0);
  const heal = () => network.change(HEALTHY_NETWORK);
  const unready = (...broken: string[]): ReportedHealth => ({ status: 503, broken });
  const restoreDisk = () => disk.restore();
  const diskHealth: ReportedHealth = { status: 200, broken: ["disk"] };
  return {
    installation,
    faults: {
      "a full disk": { begin: () => disk.fill(), end: restoreDisk, health: diskHealth },
      "a read-only disk": { begin: () => disk.makeReadOnly(), end: restoreDisk, health: diskHealth },
      "a MongoDB that answers slowly": {
        begin: () => network.change({ delayMs: SLOW_MS }),
        end: heal,
        health: SOUND_HEALTH,
      },
      "a MongoDB that does not answer": {
        begin: () => network.change({ isSilent: true }),
        end: heal,
        health: unready("database"),
      },
      "a MongoDB whose connections break": {
        begin: () => network.change({ isCut: true }),
        end: heal,
        health: unready("database"),
      },
      "a MongoDB that fails over": {
        begin: () => replicaSet.stepDown(),
        end: () => replicaSet.elect(),
        health: unready("database"),
      },
      "a Redis without memory": {
        begin: async () => void (await redis.config("SET", "maxmemory", "1")),
        end: async () => void (await redis.config("SET", "maxmemory", "0")),
        health: unready("redis"),
      },
      "a clock of the platform that is an hour ahead": {
        begin: () => setClock(HOUR_MS),
        end: () => setClock(0),
        health: SOUND_HEALTH,
      },
      "all clocks an hour ahead": {
        begin: () => {
          setClock(HOUR_MS);
          network.change({ clockOffsetMs: HOUR_MS });
        },
        end: () => {
          setClock(0);
          heal();
        },
        health: SOUND_HEALTH,
      },
    },
  };
}
