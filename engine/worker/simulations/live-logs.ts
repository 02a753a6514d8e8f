/** Sends the logs of long simulations while they run, so that people can follow them on the platform. */
import type { ToPlatform } from "@understudy/shared/worker/worker-protocol.ts";
import { type Attempt, LOG_CHUNK_BYTES } from "@understudy/shared/worker/worker-simulation.ts";
import type { LogCapture } from "./log-capture.ts";

/** The log of a shorter run that succeeds is not sent: its last lines are part of the result. */
export const LOGGED_SECONDS = 10;
const INTERVAL_MS = 1_000;
/** Logs sent in one interval; the other simulations follow in the next ones. */
const LOGS_PER_INTERVAL = 16;

export type LoggedSimulation = { readonly attempt: Attempt; readonly log: LogCapture };

export function startLiveLogs(
  running: () => readonly LoggedSimulation[],
  send: (message: ToPlatform) => boolean,
) {
  /** Bytes of each log that were sent over this connection. */
  let sent = new WeakMap<LogCapture, number>();
  let next = 0;

  const sendNew = ({ attempt, log }: LoggedSimulation): boolean => {
    const offset = sent.get(log) ?? 0;
    if (offset >= log.headBytes) return false;
    const bytes = log.head().subarray(offset, offset + LOG_CHUNK_BYTES);
    if (send({ type: "log", ...attempt, part: "head", offset, bytes })) sent.set(log, offset + bytes.length);
    return true;
  };
  const timer = setInterval(() => {
    const all = running();
    let left = LOGS_PER_INTERVAL;
    for (let i = 0; i < all.length && left > 0; i++) {
      const logged = all[next++ % all.length];
      if (logged !== undefined && sendNew(logged)) left--;
    }
  }, INTERVAL_MS);

  return {
    /** A new connection may reach another web process, and what was in transit may be lost: all is sent again. */
    restart: () => {
      sent = new WeakMap();
    },
    close: () => clearInterval(timer),
  };
}
