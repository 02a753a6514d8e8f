/** A job's rows as Parquet: made in a process of its own while they are sent, however many there are. */
import { fork } from "node:child_process";
import { PassThrough, type Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { ownEnvironment } from "@understudy/engine/processes/environment.ts";
import { endingWithParent } from "@understudy/engine/processes/with-parent.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { Problem } from "../../core/problem.ts";

const PARQUET_PROGRAM = fileURLToPath(new URL("./main.ts", import.meta.url));
const DEADLINE_MS = 30 * 60 * 1000;
/** The number of streams of one web process at a time. */
const MAX_AT_ONCE = 4;
/** Seconds. */
const RETRY_AFTER = 10;
let running = 0;

/**
 * Ends with an error where the rows cannot be read to their end. Destroying it ends the process.
 * @param units of the stored numbers, by name of the column
 * @throws Problem 503 where too many are being made
 */
export function parquetStream(workDir: string, units: Readonly<Record<string, string>>): Readable {
  if (running >= MAX_AT_ONCE)
    throw new Problem(503, MESSAGES.tooManyParquetFiles, { retryAfter: RETRY_AFTER });
  running++;
  const child = fork(PARQUET_PROGRAM, [], {
    env: ownEnvironment(),
    ...endingWithParent(),
    stdio: ["ignore", "pipe", "ignore", "ipc"],
  });
  const sent = new PassThrough();
  child.stdout?.pipe(sent, { end: false });
  const deadline = setTimeout(() => child.kill("SIGKILL"), DEADLINE_MS);
  let hasEnded = false;
  const end = (error: Error | null) => {
    if (hasEnded) return;
    hasEnded = true;
    running--;
    clearTimeout(deadline);
    if (error === null) sent.end();
    else sent.destroy(error);
  };
  child.on("error", end);
  child.on("close", (code) =>
    end(code === 0 ? null : new Error("The rows could not be written as Parquet.")),
  );
  sent.on("close", () => child.kill("SIGKILL"));
  child.send({ work_dir: workDir, units });
  return sent;
}
