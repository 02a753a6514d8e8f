/** The product's own runner in a process that a test may kill. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { Platform } from "@understudy/server/platform.ts";
import { atEnd } from "../cleanup.ts";

const MAIN = join(import.meta.dirname, "../../../server/main.ts");

export function startRunnerProcess({
  mongodbUrl,
  redisUrl,
  redisPrefix,
  dataDir,
}: Platform["config"]): ChildProcess {
  const env = {
    ...process.env,
    MONGODB_URL: mongodbUrl,
    REDIS_URL: redisUrl,
    REDIS_PREFIX: redisPrefix,
    DATA_DIR: dataDir,
  };
  const child = spawn(process.execPath, [MAIN, "runner"], { env, stdio: "ignore" });
  atEnd("the runner process", () => child.kill("SIGKILL"));
  return child;
}
