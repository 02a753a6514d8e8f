/**
 * JSON logs, one line an event. `log` is silent until `openLog` says where lines go, so that a test or a script
 * that imports a module prints nothing it was not asked for.
 *
 * Logging never throws: a line that cannot be written is replaced by one that says so. Callers pass the few fields they
 * mean, never a whole request, configuration or record, so that no secret can be among them.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type LogFn, pino } from "pino";
import type { LaunchConfig } from "./config.ts";
import { describeError } from "./log-error.ts";

/** Hidden should a caller pass one by mistake. Only a line's own fields: a wildcard would read whatever it is given. */
const SECRET_FIELDS = [
  "password",
  "token",
  "secret",
  "cookie",
  "authorization",
  "key",
  "client_key",
  "clientKey",
];

const requests = new AsyncLocalStorage<{ requestId: string }>();
const outputs = pino.multistream([]);
let service = "understudy";

export const log = pino(
  {
    level: "silent",
    base: { pid: process.pid },
    mixin: () => ({ service, ...requests.getStore() }),
    redact: { paths: SECRET_FIELDS, censor: "[hidden]" },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (thrown: unknown) => describeError(thrown) },
    hooks: { logMethod: writeSafely },
  },
  outputs,
);

function writeSafely(this: pino.Logger, args: Parameters<LogFn>, write: LogFn, level: number): void {
  try {
    write.apply(this, args);
  } catch (thrown) {
    const message = args.findLast((part) => typeof part === "string") ?? "a line without a message";
    try {
      write.apply(this, [{ err: thrown, level }, `could not be logged whole: ${message}`]);
    } catch {
      // There is nowhere left to log it.
    }
  }
}

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
  if (config.logLevel !== "silent") {
    // A terminal that was closed, or a full disk behind a redirection, must not end the service.
    process.stdout.on("error", () => {});
    outputs.add({ level: config.logLevel, stream: process.stdout });
  }
  if (!config.logToFiles) return;
  const folder = join(config.dataDir, "logs");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = pino.destination({ dest: join(folder, `${name}.log`), append: true, sync: true });
  file.on("error", () => {});
  const fileLevel = pino.levels.values[config.logLevel] ?? Number.POSITIVE_INFINITY;
  if (fileLevel > (pino.levels.values.info ?? 30)) log.level = "info";
  outputs.add({ level: "info", stream: file });
}
