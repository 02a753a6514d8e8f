/**
 * JSON logs, one line an event. `log` is silent until `openLog` says where lines go, so that a test or a script
 * that imports a module prints nothing it was not asked for.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import type { LaunchConfig } from "./config.ts";

/** Wherever one of these names appears, up to three levels deep, its value never reaches a log. */
const SECRETS = [
  "password",
  "current_password",
  "new_password",
  "passwordHash",
  "adminPassword",
  "cookie",
  "set-cookie",
  "authorization",
  "token",
  "secret",
  "client_key",
  "clientKey",
  "key",
  "mongodbUrl",
  "redisUrl",
];

const redactedPaths = SECRETS.flatMap((name) => {
  const quoted = `["${name}"]`;
  return [quoted, `*${quoted}`, `*.*${quoted}`, `*.*.*${quoted}`];
});

const requests = new AsyncLocalStorage<{ requestId: string }>();
const outputs = pino.multistream([]);
let service = "understudy";

export const log = pino(
  {
    level: "silent",
    base: { pid: process.pid },
    mixin: () => ({ service, ...requests.getStore() }),
    redact: { paths: redactedPaths, censor: "[hidden]" },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: pino.stdSerializers.err, error: pino.stdSerializers.err },
  },
  outputs,
);

/** Every line logged while `work` runs, however deep, carries the request's id. */
export function withRequestId<T>(requestId: string, work: () => T): T {
  return requests.run({ requestId }, work);
}

/** Sends lines of `logLevel` and above to standard output, and from `info` on to DATA_DIR/logs/<name>.log with LOG_TO_FILES. */
export function openLog(
  name: string,
  config: Pick<LaunchConfig, "logLevel" | "logToFiles" | "dataDir">,
): void {
  service = name;
  log.level = config.logLevel;
  if (config.logLevel !== "silent") outputs.add({ level: config.logLevel, stream: process.stdout });
  if (!config.logToFiles) return;
  const folder = join(config.dataDir, "logs");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = pino.destination({ dest: join(folder, `${name}.log`), append: true, sync: true });
  const fileLevel = pino.levels.values[config.logLevel] ?? Number.POSITIVE_INFINITY;
  if (fileLevel > (pino.levels.values.info ?? 30)) log.level = "info";
  outputs.add({ level: "info", stream: file });
}
