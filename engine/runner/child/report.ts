import { inspect } from "node:util";
import { userMessage } from "@understudy/shared/user-error.ts";
import { describeDiskFault } from "../../dataset/storage/disk-faults.ts";
import type { ToRunner } from "../contract/messages.ts";

/** Sends a message to the runner. Resolves when it is sent, or when the runner is gone. */
export function report(message: ToRunner): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected) resolve();
    else process.send?.(message, undefined, undefined, () => resolve());
  });
}

const PROGRESS_MS = 200;
const NUMBER_PATTERN = /[\d.,]+/g;

/** Limits how often progress is reported: a new step is reported at once, counts within the same step are not. */
export function createProgress(): (percentage: number, text: string) => void {
  let last = Number.NEGATIVE_INFINITY;
  let lastWords = "";
  return (percentage, text) => {
    const now = performance.now();
    const words = text.replaceAll(NUMBER_PATTERN, "");
    if (words === lastWords && now - last < PROGRESS_MS) return;
    last = now;
    lastWords = words;
    report({ type: "progress", percentage: Math.min(100, Math.max(0, percentage)), text });
  };
}

/** Creates the message that reports an error to the runner: a sentence for people, and all of it for the log. */
export function createFailure(error: unknown): ToRunner {
  const diskFault = describeDiskFault(error);
  return {
    type: "failed",
    text: diskFault ?? describeError(error),
    details: inspect(error),
    isDiskFault: diskFault !== null,
  };
}

function describeError(error: unknown): string {
  if (error instanceof RangeError && /allocation failed|invalid (typed )?array length/i.test(error.message)) {
    return "The data need more memory than there is.";
  }
  return userMessage(error, "An unexpected error occurred.");
}
