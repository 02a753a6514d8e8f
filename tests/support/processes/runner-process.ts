/** One runner process over the data of a test, and nothing else of the product: to be killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { Config } from "../../../server/core/config.ts";
import { atEnd } from "../cleanup.ts";

const SERVER_PROGRAM = join(import.meta.dirname, "../../../server/main.ts");

export function startRunnerProcess(config: Config): ChildProcess {
  const child = spawn(process.execPath, [SERVER_PROGRAM, "runner"], {
    env: {
      ...process.env,
      MONGODB_URL: config.mongodbUrl,
      REDIS_URL: config.redisUrl,
      REDIS_PREFIX: config.redisPrefix,
      DATA_DIR: config.dataDir,
      PORT: String(config.port),
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  atEnd("a runner process", () => child.kill("SIGKILL"));
  return child;
}
