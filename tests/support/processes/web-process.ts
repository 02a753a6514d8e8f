/** One web process, and nothing else of the product: to be killed, or measured apart from the processes around it. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { freePort } from "../../../server/boot/store-process.ts";
import type { Config } from "../../../server/core/config.ts";
import { PASSWORD } from "../api/people.ts";
import { atEnd } from "../cleanup.ts";
import { eventually } from "../waiting.ts";
import { testConfig } from "./stack.ts";

const SERVER_PROGRAM = join(import.meta.dirname, "../../../server/main.ts");

export const ADMIN_EMAIL = "admin@example.org";

/** A configuration with a port of its own: whoever starts anew is found where it was before. */
export const webConfig = async (): Promise<Config> => ({ ...(await testConfig()), port: await freePort() });

export const urlOf = ({ host, port }: Config): string => `http://${host}:${port}`;

/**
 * Ready when it resolves.
 * @param flags For Node itself.
 * @param logLevel `info`: as it runs alone; `warn`: as under the launcher
 * @param wrapper a command line that ends by becoming the process, such as `unshare` with its options
 */
export async function startWebProcess(
  config: Config,
  flags: readonly string[] = [],
  logLevel = "error",
  environment: Readonly<Record<string, string>> = {},
  wrapper: readonly string[] = [],
): Promise<ChildProcess> {
  const program = [process.execPath, ...flags, SERVER_PROGRAM, "web"];
  const [command = process.execPath, ...words] = [...wrapper, ...program];
  const child = spawn(command, words, {
    env: {
      ...process.env,
      MONGODB_URL: config.mongodbUrl,
      REDIS_URL: config.redisUrl,
      REDIS_PREFIX: config.redisPrefix,
      DATA_DIR: config.dataDir,
      PORT: String(config.port),
      LOG_LEVEL: logLevel,
      ADMIN_EMAIL,
      ADMIN_PASSWORD: PASSWORD,
      ...environment,
    },
    // Errors are shown with the failures of the test that caused them.
    stdio: ["ignore", logLevel === "error" ? "inherit" : "ignore", "inherit"],
  });
  atEnd("a web process", () => child.kill("SIGKILL"));
  const answers = () =>
    fetch(urlOf(config)).then(
      () => true,
      () => false,
    );
  await eventually("it answers", answers, 60_000, 100);
  return child;
}
