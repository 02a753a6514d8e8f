/** What of a client's doings its terminal shows. */
import { attemptKey } from "@understudy/shared/worker-protocol.ts";
import type { ClientHooks, ClientStatus } from "../client-hooks.ts";
import type { Display } from "./display.ts";
import type { WorkerOptions } from "./options.ts";

/** Of failures that look alike, so many are told. */
const TOLD_FAILURES = 5;

const STATES = {
  waiting: "not connected",
  connecting: "connecting",
  greeting: "connecting",
  online: "connected",
  ended: "ended",
} as const;

export function tell(display: Display, options: WorkerOptions): ClientHooks {
  let status: ClientStatus = { connection: "waiting", running: 0, training: 0, telling: 0, leaving: false };
  let done = 0;
  let failed = 0;
  let totalSeconds = 0;
  const told = new Map<string, number>();
  let lastReason = "";

  const tally = () => {
    display.tally({
      state: status.leaving ? "leaving" : STATES[status.connection],
      running: status.running,
      training: status.training,
      allowed: options.concurrency,
      done,
      failed,
      unsent: status.telling,
      seconds: done === 0 ? null : totalSeconds / done,
    });
  };
  const tellFailure = (key: string, reason: string) => {
    const times = (told.get(reason) ?? 0) + 1;
    told.set(reason, times);
    if (!options.verbose && times > TOLD_FAILURES) return;
    const more = !options.verbose && times === TOLD_FAILURES ? " (such failures are not told any more)" : "";
    display.line(`Simulation ${key} failed: ${reason}${more}`, "bad");
  };

  return {
    onConnection: (state, reason, retryMs) => {
      if (state !== "waiting" || retryMs === null) return;
      // The same reason again and again is told once.
      if (reason !== lastReason) display.line(`${reason} Trying again.`, "bad");
      lastReason = reason;
    },
    onWelcome: (resourceId) => {
      lastReason = "";
      display.line(`Connected to ${options.server} as server ${resourceId}.`, "good");
    },
    onEnding: ({ attempt, how, text, seconds }) => {
      const key = attemptKey(attempt);
      if (how === "done") {
        done++;
        totalSeconds += seconds ?? 0;
        if (options.verbose) display.line(`Simulation ${key} done in ${(seconds ?? 0).toFixed(2)} s.`);
      } else if (how === "failed") {
        failed++;
        tellFailure(key, text);
      } else if (options.verbose || how === "given back") display.line(`Simulation ${key} ${how}. ${text}`);
      tally();
    },
    onTrouble: (text) => display.line(text, "bad"),
    onNews: (text, isBad) => display.line(text, isBad ? "bad" : "plain"),
    onChange: (now) => {
      if (now.leaving && !status.leaving) {
        display.line(
          now.running + now.training > 0
            ? "No new work. Waiting for what runs; once more to end it now."
            : "No new work.",
        );
      }
      status = now;
      tally();
    },
  };
}
