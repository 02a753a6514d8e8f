/**
 * The product that a test of the server runs against: the real web service in this process and the real runner, over
 * a database of the test's own. Everything started here ends with the test file, whatever became of its tests.
 */
import { mkdirSync } from "node:fs";
import { type Config, readConfig } from "../../../server/core/config.ts";
import { log, openLog } from "../../../server/core/log.ts";
import { atEnd, temporaryFolder } from "../cleanup.ts";
import { retireProcess } from "../test-run/retire.ts";
import { preparedDatabase, withRedis } from "./databases.ts";
import { testStores } from "./test-stores.ts";

export type TestServer = {
  url: string;
  /** Null unless the configuration has an address for metrics. */
  metricsUrl: string | null;
  config: Config;
  close: () => Promise<void>;
};

/** A configuration over a fresh database and an empty DATA_DIR, on a free port, quiet but for errors. */
export async function testConfig(overrides: Partial<Config> = {}): Promise<Config> {
  const storeUrls = overrides.mongodbUrl && overrides.redisUrl ? {} : await preparedDatabase();
  const { mongodbUrl: MONGODB_URL, redisUrl: REDIS_URL } = { ...(await testStores()), ...storeUrls };
  const defaults = readConfig({
    MONGODB_URL,
    REDIS_URL,
    PORT: "0",
    LOG_LEVEL: "error",
    ADMIN_EMAIL: "admin@example.org",
    // Of hundreds of trained emulators nobody asks for a file.
    EXPORTS_AHEAD: "false",
  });
  return { ...defaults, dataDir: overrides.dataDir ?? temporaryFolder("data"), ...storeUrls, ...overrides };
}

/** Opens the log unless this process has done so for an earlier server. A log that goes to files cannot be closed again. */
function openTestLog(config: Config): void {
  if (log.level === "silent" || config.logToFiles) openLog("test", config);
  if (config.logToFiles) retireProcess("the log goes to files");
}

/** The real web service in this process. `close` may be called earlier than the end, to start another on the same data. */
export async function startTestServer(overrides: Partial<Config> = {}): Promise<TestServer> {
  const config = await testConfig(overrides);
  mkdirSync(config.dataDir, { recursive: true });
  openTestLog(config);
  await announceTestRunner(config);
  const { startWeb } = await import("../../../server/processes/web.ts");
  const web = await startWeb(config);
  const metricsUrl = web.metricsPort === null ? null : `http://127.0.0.1:${web.metricsPort}/metrics`;
  const url = `http://${config.host}:${web.port}`;
  return { url, metricsUrl, config, close: closeOnce("the web service", web) };
}

/** Most tests look at jobs that nobody computes: to the web service a runner is connected, for as long as the test takes. */
const announceTestRunner = ({ redisUrl, redisPrefix }: Config) =>
  withRedis(redisUrl, (redis) => redis.set(`${redisPrefix}:runner`, "test"));

/** The real runner, with its child processes, on the data of `config`. */
export async function startTestRunner(config: Config): Promise<{ close: () => Promise<void> }> {
  openTestLog(config);
  const { startRunner } = await import("../../../server/processes/runner.ts");
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
