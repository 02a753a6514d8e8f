/** The child process of one export, watched until it ends. */
import { fork } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ownEnvironment } from "@understudy/engine/processes/environment.ts";
import { endingWithParent } from "@understudy/engine/processes/with-parent.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import type { EmulatorExportRecord, MadeExport } from "../models/emulator-export.ts";
import type { JobRecord } from "../models/job.ts";
import { type ExportOrder, type ExportProgress, exportReport, HURRY_MESSAGE } from "./messages.ts";

const CHILD_PROGRAM = fileURLToPath(new URL("./child/main.ts", import.meta.url));
/** Fitting a network takes minutes of processor time, and the processor is shared with other work. */
const DEADLINE_MS = 20 * 60 * 1000;
const MEMORY_MB = 2_048;
const MAX_ERROR_OUTPUT_LENGTH = 4_000;

type Watch = {
  signal: AbortSignal;
  /** Aborted once somebody waits for an export that was begun ahead. */
  hurry: AbortSignal;
  onProgress: (progress: ExportProgress) => void;
};

/** Describes an export for its child process. */
export const createOrder = (
  { format, options, emulator_version, emulator_file, is_ahead, creation_time }: EmulatorExportRecord,
  { _id, name, emulator_quality, config: { inputs, outputs, coordinates } }: JobRecord,
  { workDir, folder }: { workDir: string; folder: string },
): ExportOrder => ({
  job_id: _id,
  title: name,
  columns: { inputs, outputs, coordinates },
  emulator_version,
  quality: emulator_quality,
  work_dir: workDir,
  emulator_path: join(workDir, emulator_file),
  folder,
  format,
  options,
  is_ahead,
  created_at: creation_time.toISOString(),
});

/**
 * Makes the files of an export in a child process.
 * @throws (rejects) UserError where the emulator cannot be exported, or not in time; the reason of the signal; Error where the
 *   process fails
 */
export function runExportChild(
  order: ExportOrder,
  { signal, hurry, onProgress }: Watch,
): Promise<MadeExport> {
  const { execPath, execArgv } = endingWithParent();
  const child = fork(CHILD_PROGRAM, [], {
    env: ownEnvironment(),
    execPath,
    execArgv: [...execArgv, `--max-old-space-size=${MEMORY_MB}`],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let errorOutput = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errorOutput = (errorOutput + text).slice(-MAX_ERROR_OUTPUT_LENGTH);
  });
  return new Promise<MadeExport>((resolve, reject) => {
    // It computes without a pause: only SIGKILL ends it at once, and what it has written is removed by the caller.
    const end = (error: unknown) => {
      reject(error);
      child.kill("SIGKILL");
    };
    const onAbort = () => end(signal.reason);
    const deadline = setTimeout(() => end(new UserError(MESSAGES.exportTooLong)), DEADLINE_MS);
    signal.addEventListener("abort", onAbort);
    hurry.addEventListener("abort", () => child.connected && child.send(HURRY_MESSAGE));
    child.on("message", (raw) => {
      const { data: report, error } = exportReport.safeParse(raw);
      if (report === undefined) end(error);
      else if (report.kind === "progress") onProgress(report.progress);
      else if (report.kind === "made") resolve(report.made);
      else if (report.message !== null) reject(new UserError(report.message));
      else reject(new Error(report.detail));
    });
    child.on("error", end);
    child.on("close", (code, exitSignal) => {
      clearTimeout(deadline);
      signal.removeEventListener("abort", onAbort);
      // These change nothing if the child has reported its result: the promise is settled then.
      if (errorOutput.includes("heap out of memory")) reject(new UserError(MESSAGES.exportTooLarge));
      reject(new Error(`The export's process ended (${exitSignal ?? code}). ${errorOutput}`));
    });
    child.send(order, (error) => error && end(error));
    if (signal.aborted) onAbort();
  });
}
