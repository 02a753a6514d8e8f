/** The child process of one export: takes its order, makes it, reports, ends. */
import { setPriority } from "node:os";
import { describeDiskFault } from "@understudy/engine/dataset/storage/disk-faults.ts";
import type { FitLimits } from "@understudy/engine/exports/distillation/pace.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { describeError } from "../../core/log-error.ts";
import {
  type ExportOrder,
  type ExportProgress,
  type ExportReport,
  exportOrder,
  HURRY_MESSAGE,
} from "../messages.ts";
import { ExportSteps } from "./export-steps.ts";
import { makeExport } from "./make-export.ts";

/** People who use the pages come first, and everything else before what nobody has asked for. */
const PRIORITY_BY_URGENCY = { awaited: 7, ahead: 19 } as const;
/** The time for the whole export, and for its fits alone on a machine that does nothing else. A person waits a minute. */
const TIME_LIMITS = { awaitedMs: 50_000, aheadMs: 5 * 60_000, fitCpuSeconds: 120 } as const;
/**
 * After the fits an export takes this multiple of the time in which the emulator answered, and so many milliseconds
 * more.
 */
const AFTER_FITS = { ofPredictions: 1.2, moreMs: 3_000 } as const;
/** Milliseconds between two reports of progress. */
const REPORT_MS = 200;

const send = (report: ExportReport): Promise<void> =>
  new Promise((resolve) => {
    if (process.send === undefined) resolve();
    else process.send(report, () => resolve());
  });

let reported = Number.NEGATIVE_INFINITY;
let reportedText = "";
function report(progress: ExportProgress): void {
  const now = performance.now();
  if (progress.text === reportedText && now - reported < REPORT_MS) return;
  reported = now;
  reportedText = progress.text;
  void send({ kind: "progress", progress });
}

/** By `performance.now()`: when the whole export is to be there. */
let end = Number.POSITIVE_INFINITY;
const setEnd = (durationMs: number): void => {
  end = Math.min(end, performance.now() + durationMs);
};

function limitFits({ is_ahead }: ExportOrder): FitLimits {
  setEnd(is_ahead ? TIME_LIMITS.aheadMs : TIME_LIMITS.awaitedMs);
  const { ofPredictions, moreMs } = AFTER_FITS;
  return {
    cpuSeconds: TIME_LIMITS.fitCpuSeconds,
    deadline: (predictionMs) => end - ofPredictions * predictionMs - moreMs,
  };
}

async function run(raw: unknown): Promise<void> {
  try {
    const order = exportOrder.parse(raw);
    setPriority(order.is_ahead ? PRIORITY_BY_URGENCY.ahead : PRIORITY_BY_URGENCY.awaited);
    const made = await makeExport(order, new ExportSteps(report), limitFits(order));
    await send({ kind: "made", made });
  } catch (error) {
    const message = error instanceof UserError ? error.message : describeDiskFault(error);
    await send({ kind: "failed", message, detail: JSON.stringify(describeError(error)) });
  }
  process.exit(0);
}

// The web process ended, or let go of this child.
process.on("disconnect", () => process.exit(1));
process.on("SIGINT", () => undefined);
let isRunning = false;
process.on("message", (message) => {
  if (message === HURRY_MESSAGE) setEnd(TIME_LIMITS.awaitedMs);
  else if (!isRunning) {
    isRunning = true;
    void run(message);
  }
});
