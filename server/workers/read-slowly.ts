import { setTimeout as sleep } from "node:timers/promises";
import { createWeightedSemaphore } from "@understudy/engine/worker/weighted-semaphore.ts";
import { log } from "../log.ts";
import { webSocketOf } from "../sockets/web-socket.ts";
import { createIntake, INTAKE_LIMITS, SEEN_TO_AT_A_TIME } from "./intake.ts";
import type { WorkerSocket } from "./types.ts";

/** What may wait for a server to take it before its next question is answered. */
const UNREAD_BYTES = 4 * 1024 ** 2;
const LOOK_FOR_ROOM_MS = 20;

type Reading = {
  /** Sees to one message; they begin in the order in which they came. */
  seeTo(handle: () => Promise<void>): void;
  /** Once little enough waits to be sent for more to be put to it, or the connection is closed. */
  drained(): Promise<void>;
  /** Once all that came has been seen to. */
  settled(): Promise<unknown>;
};

/** Reads what a server says no faster than it may say it and than it can be seen to. */
export function readSlowly(socket: WorkerSocket): Reading {
  const intake = createIntake(INTAKE_LIMITS, () => performance.now());
  const semaphore = createWeightedSemaphore(SEEN_TO_AT_A_TIME);
  let size = 0;
  let timer: NodeJS.Timeout | null = null;

  const look = () => {
    timer = null;
    const wait = intake.pauseMs();
    const webSocket = webSocketOf(socket.conn);
    if (wait === 0) webSocket?.resume();
    else {
      webSocket?.pause();
      timer = setTimeout(look, Math.min(wait, 1_000));
    }
  };
  const lookSoon = () => {
    if (timer === null && intake.pauseMs() > 0) look();
  };
  // A message is one packet, and one more for each of its files' chunks. Packets that become no message count too.
  socket.conn.on("packet", ({ data }: { data?: unknown }) => {
    const arrived = typeof data === "string" || data instanceof Buffer ? data.length : 0;
    size += arrived;
    intake.arrived(arrived);
    lookSoon();
  });
  socket.on("disconnect", () => {
    if (timer !== null) clearTimeout(timer);
  });

  const underway = new Set<Promise<void>>();
  return {
    seeTo: (handle) => {
      const taken = size;
      size = 0;
      intake.waits(taken);
      lookSoon();
      const seen = semaphore
        .run(1, handle)
        .catch((err: unknown) => log.error({ err }, "a server's message could not be seen to"))
        .finally(() => {
          intake.seenTo(taken);
          underway.delete(seen);
        });
      underway.add(seen);
    },
    drained: async () => {
      while (socket.connected && (webSocketOf(socket.conn)?.bufferedAmount ?? 0) > UNREAD_BYTES) {
        await sleep(LOOK_FOR_ROOM_MS);
      }
    },
    settled: () => Promise.all(underway),
  };
}
