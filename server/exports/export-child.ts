/** The child process of one export, watched until it ends. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ownEnvironment } from "@understudy/engine/processes/environment.ts";
import { endingWithParent } from "@understudy/engine/processes/with-parent.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import type { MadeExport } from "../models/emulator-export.ts";
import { type ExportOrder, type ExportProgress, exportReport, HURRY_MESSAGE } from "./messages.ts";

const CHILD_PROGRAM = fileURLToPath(new URL("./child/main.ts", import.meta.url));
/** Fitting a network takes minutes of the processor, which others use as well. */
const DEADLINE_MS = 20 * 60 * 1000;
const MEMORY_MB = 2_048;
const KEPT_ERROR_OUTPUT = 4_000;

type Watch = {
  signal: AbortSignal;
  /** Aborted once somebody waits for an export that was begun ahead. */
  hurry: AbortSignal;
  onProgress: (progress: ExportProgress) => void;
};

/**
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
    errorOutput = (errorOutput + text).slice(-KEPT_ERROR_OUTPUT);
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
    child.on("close", (code, killed) => {
      clearTimeout(deadline);
      signal.removeEventListener("abort", onAbort);
      // Settled already where it has reported how it ended.
      if (errorOutput.includes("heap out of memory")) reject(new UserError(MESSAGES.exportTooLarge));
      reject(new Error(`The export's process ended (${killed ?? code}). ${errorOutput}`));
    });
    child.send(order, (error) => error && end(error));
    if (signal.aborted) onAbort();
  });
}
