/** The child process of one export: takes its order, makes it, reports, ends. */
import { setPriority } from "node:os";
import { UserError } from "@understudy/shared/user-error.ts";
import { describeError } from "../../log-error.ts";
import { type ExportReport, exportOrder } from "../messages.ts";
import { makeExport } from "./make-export.ts";

/** People who use the pages come first. */
const NICENESS = 7;
/** Milliseconds between two reports of progress. */
const REPORT_MS = 200;

const send = (report: ExportReport): Promise<void> =>
  new Promise((resolve) => {
    if (process.send === undefined) resolve();
    else process.send(report, () => resolve());
  });

let reported = Number.NEGATIVE_INFINITY;
let reportedText = "";
function report(share: number, text: string): void {
  const now = performance.now();
  if (text === reportedText && now - reported < REPORT_MS) return;
  reported = now;
  reportedText = text;
  void send({ kind: "progress", share, text });
}

async function run(order: unknown): Promise<void> {
  setPriority(NICENESS);
  try {
    await send({ kind: "made", made: await makeExport(exportOrder.parse(order), report) });
  } catch (error) {
    const message = error instanceof UserError ? error.message : null;
    await send({ kind: "failed", message, detail: JSON.stringify(describeError(error)) });
  }
  process.exit(0);
}

// The web process ended, or let go of this child.
process.on("disconnect", () => process.exit(1));
process.on("SIGINT", () => undefined);
process.once("message", (order) => void run(order));
