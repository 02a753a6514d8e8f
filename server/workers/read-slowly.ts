import { createGate } from "@understudy/engine/worker/gate.ts";
import { log } from "../log.ts";
import { createIntake, INTAKE_LIMITS, SEEN_TO_AT_A_TIME } from "./intake.ts";
import type { WorkerSocket } from "./types.ts";

type Pausable = { pause(): void; resume(): void };

/** The WebSocket below a Socket.IO socket, which can stop reading; null: it is closed, or of another kind. */
function webSocketOf({ conn }: WorkerSocket): Pausable | null {
  const transport: object = conn.transport;
  if (!("socket" in transport)) return null;
  const { socket } = transport;
  if (typeof socket !== "object" || socket === null || !("pause" in socket) || !("resume" in socket))
    return null;
  const { pause, resume } = socket;
  if (typeof pause !== "function" || typeof resume !== "function") return null;
  return { pause: () => pause.call(socket), resume: () => resume.call(socket) };
}

type Reading = {
  /** Sees to one message; they begin in the order in which they came. */
  seeTo(handle: () => Promise<void>): void;
  /** Once all that came has been seen to. */
  settled(): Promise<unknown>;
};

/** Reads what a server says no faster than it may say it and than it can be seen to. */
export function readSlowly(socket: WorkerSocket): Reading {
  const intake = createIntake(INTAKE_LIMITS, () => performance.now());
  const gate = createGate(SEEN_TO_AT_A_TIME);
  let size = 0;
  let timer: NodeJS.Timeout | null = null;

  const look = () => {
    timer = null;
    const wait = intake.pauseMs();
    const webSocket = webSocketOf(socket);
    if (wait === 0) webSocket?.resume();
    else {
      webSocket?.pause();
      timer = setTimeout(look, Math.min(wait, 1_000));
    }
  };
  // A message is one packet, and one more for each of its files' chunks.
  socket.conn.on("packet", ({ data }: { data?: unknown }) => {
    if (typeof data === "string" || data instanceof Buffer) size += data.length;
  });
  socket.on("disconnect", () => {
    if (timer !== null) clearTimeout(timer);
  });

  const underway = new Set<Promise<void>>();
  return {
    seeTo: (handle) => {
      const taken = size;
      size = 0;
      intake.arrived(taken);
      if (timer === null && intake.pauseMs() > 0) look();
      const seen = gate
        .through(1, handle)
        .catch((err: unknown) => log.error({ err }, "a server's message could not be seen to"))
        .finally(() => {
          intake.seenTo(taken);
          underway.delete(seen);
        });
      underway.add(seen);
    },
    settled: () => Promise.all(underway),
  };
}
