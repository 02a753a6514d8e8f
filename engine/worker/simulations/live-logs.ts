/** The logs of simulations that take long, sent while they run: whoever watches one on the platform sees it grow. */
import { type Attempt, LOG_CHUNK_BYTES, type ToPlatform } from "@understudy/shared/worker-protocol.ts";
import type { LogCapture } from "./log-capture.ts";

/** The log of a run that is over sooner, and well, is not worth the way: its end stands in the result. */
export const LOGGED_SECONDS = 10;
const EVERY_MS = 1_000;
/** Of this many simulations at a time, one after the other's turn. */
const LOGS_A_TURN = 16;

export type Logged = { readonly attempt: Attempt; readonly log: LogCapture };

export function startLiveLogs(running: () => readonly Logged[], send: (message: ToPlatform) => boolean) {
  /** Bytes of each log that this connection has carried. */
  let sent = new WeakMap<LogCapture, number>();
  let turn = 0;

  const sendNews = ({ attempt, log }: Logged): boolean => {
    const offset = sent.get(log) ?? 0;
    if (offset >= log.headBytes) return false;
    const bytes = log.head().subarray(offset, offset + LOG_CHUNK_BYTES);
    if (send({ type: "log", ...attempt, part: "head", offset, bytes })) sent.set(log, offset + bytes.length);
    return true;
  };
  const timer = setInterval(() => {
    const all = running();
    let left = LOGS_A_TURN;
    for (let i = 0; i < all.length && left > 0; i++) {
      const logged = all[turn++ % all.length];
      if (logged !== undefined && sendNews(logged)) left--;
    }
  }, EVERY_MS);

  return {
    /** A new connection may reach another web process: what was on its way is sent again. */
    restart: () => {
      sent = new WeakMap();
    },
    close: () => clearInterval(timer),
  };
}
