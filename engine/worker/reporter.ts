/** Shows in the terminal what a client does. */
import { decimalText } from "@understudy/shared/number-text.ts";
import { attemptKey } from "@understudy/shared/worker/worker-simulation.ts";
import type { ClientHooks, ClientStatus } from "./client-hooks.ts";
import type { Display } from "./command-line/display.ts";
import type { WorkerOptions } from "./command-line/options.ts";

/** Failures of the same reason that are shown. */
const MAX_SHOWN_FAILURES = 5;

const STATES = {
  waiting: "not connected",
  connecting: "connecting",
  handshake: "connecting",
  online: "connected",
  ended: "ended",
} as const;

export function createReporter(display: Display, options: WorkerOptions): ClientHooks {
  let status: ClientStatus = {
    connection: "waiting",
    running: 0,
    training: 0,
    unacknowledged: 0,
    isLeaving: false,
  };
  let done = 0;
  let failed = 0;
  let totalSeconds = 0;
  const failures = new Map<string, number>();
  let lastReason = "";

  const tally = () => {
    display.tally({
      state: status.isLeaving ? "leaving" : STATES[status.connection],
      running: status.running,
      training: status.training,
      allowed: options.concurrency,
      done,
      failed,
      unsent: status.unacknowledged,
      seconds: done === 0 ? null : totalSeconds / done,
    });
  };
  const showFailure = (key: string, reason: string) => {
    const times = (failures.get(reason) ?? 0) + 1;
    failures.set(reason, times);
    if (!options.verbose && times > MAX_SHOWN_FAILURES) return;
    const more =
      !options.verbose && times === MAX_SHOWN_FAILURES
        ? " (further failures of this kind are not shown)"
        : "";
    display.line(`Simulation ${key} failed: ${reason}${more}`, "bad");
  };

  return {
    onConnection: (state, reason, retryMs) => {
      if (state !== "waiting" || retryMs === null) return;
      // The same reason is shown once.
      if (reason !== lastReason) display.line(`${reason} Trying again.`, "bad");
      lastReason = reason;
    },
    onWelcome: (resourceId) => {
      lastReason = "";
      display.line(`Connected to ${options.server} as server ${resourceId}.`, "good");
    },
    onOutcome: ({ attempt, how, reason, seconds }) => {
      const key = attemptKey(attempt);
      if (how === "done") {
        done++;
        totalSeconds += seconds ?? 0;
        if (options.verbose) display.line(`Simulation ${key} done in ${decimalText(seconds ?? 0, 2)} s.`);
      } else if (how === "failed") {
        failed++;
        showFailure(key, reason);
      } else if (options.verbose || how === "given back") display.line(`Simulation ${key} ${how}. ${reason}`);
      tally();
    },
    onProblem: (text) => display.line(text, "bad"),
    onTrainingMessage: (text, isProblem) => display.line(text, isProblem ? "bad" : "plain"),
    onChange: (now) => {
      if (now.isLeaving && !status.isLeaving) {
        display.line(
          now.running + now.training > 0
            ? "Stopping: no new work, and what runs may finish. Press Ctrl-C again to end it now."
            : "Stopping.",
        );
      }
      status = now;
      tally();
    },
  };
}
