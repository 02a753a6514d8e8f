/**
 * The one connection of a worker client:
 *
 * ```
 *             due            connected           welcomed
 *  waiting --------> connecting ------> greeting --------> online
 *    ^                  |                  |                 |
 *    +------- lost -----+------- lost -----+------ lost -----+     (failed, silent, or closed by either side)
 *
 *  any --refused or closed--> ended
 * ```
 * Its heartbeat goes on its own timer as long as it is online, whatever the client is busy with or leaving for.
 */
import { randomBytes } from "node:crypto";
import {
  type Attempt,
  HEARTBEAT_MS,
  type Hello,
  SILENCE_MS,
  type ToPlatform,
  type ToServer,
  toServer,
} from "@understudy/shared/worker-protocol.ts";
import type { TrainingAttempt } from "@understudy/shared/worker-training.ts";
import { backoffMs } from "./backoff.ts";
import { describeFailure, openSocket, refusalOf, type WorkerSocket } from "./open-socket.ts";

export type ConnectionState = "waiting" | "connecting" | "greeting" | "online" | "ended";
type ConnectionEvent = "due" | "connected" | "welcomed" | "lost" | "refused" | "closed";

/** Every event in every state. */
const TABLE: Readonly<Record<ConnectionState, Readonly<Record<ConnectionEvent, ConnectionState>>>> = {
  waiting: {
    due: "connecting",
    connected: "waiting",
    welcomed: "waiting",
    lost: "waiting",
    refused: "ended",
    closed: "ended",
  },
  connecting: {
    due: "connecting",
    connected: "greeting",
    welcomed: "connecting",
    lost: "waiting",
    refused: "ended",
    closed: "ended",
  },
  greeting: {
    due: "greeting",
    connected: "greeting",
    welcomed: "online",
    lost: "waiting",
    refused: "ended",
    closed: "ended",
  },
  online: {
    due: "online",
    connected: "online",
    welcomed: "online",
    lost: "waiting",
    refused: "ended",
    closed: "ended",
  },
  ended: {
    due: "ended",
    connected: "ended",
    welcomed: "ended",
    lost: "ended",
    refused: "ended",
    closed: "ended",
  },
};

/** Simulations and trainings. */
export type Living = { readonly running: Attempt[]; readonly trainings: TrainingAttempt[] };

export type ConnectionOptions = {
  /** Where the platform is, as people type it into a browser. */
  readonly server: string;
  readonly key: string;
  /** The first message of each connection, with what runs at that moment. */
  readonly hello: () => Hello;
  /** What the platform is told of in every heartbeat. */
  readonly living: () => Living;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Milliseconds that never go back. */
  readonly now: () => number;
};

export type ConnectionHooks = {
  /** The welcome too; `renewed` comes as `onRenewed`. */
  readonly onMessage: (message: Exclude<ToServer, { type: "renewed" | "refused" }>) => void;
  /** The leases of these run from `since` on; those are lost. */
  readonly onRenewed: (renewed: Living, lost: Living, since: number) => void;
  /** `reason` of a loss or refusal, as people read it; `retryMs`: until the next attempt. */
  readonly onState: (state: ConnectionState, reason: string, retryMs: number | null) => void;
};

const LOOK_MS = 1_000;

export function connect(options: ConnectionOptions, hooks: ConnectionHooks) {
  let state: ConnectionState = "waiting";
  let socket: WorkerSocket | null = null;
  let failures = 0;
  /** The platform has welcomed this client before. */
  let isKnown = false;
  let heard = 0;
  let sequence = 0;
  let due: NodeJS.Timeout | undefined;
  /** Heartbeats that were not answered yet. */
  const beats = new Map<number, { since: number; named: Living }>();

  const move = (event: ConnectionEvent, reason: string, retryMs: number | null = null) => {
    const next = TABLE[state][event];
    if (next === state) return;
    state = next;
    hooks.onState(state, reason, retryMs);
  };

  const drop = () => {
    const dropped = socket;
    socket = null;
    beats.clear();
    dropped?.off();
    dropped?.io.off();
    dropped?.disconnect();
  };

  const lose = (reason: string, retryMs: number | null = null) => {
    if (state === "ended" || state === "waiting") return;
    drop();
    failures++;
    const wait = retryMs ?? backoffMs(failures, options.random());
    move("lost", reason, wait);
    clearTimeout(due);
    due = setTimeout(open, wait);
  };

  const end = (event: "refused" | "closed", reason: string) => {
    clearTimeout(due);
    clearInterval(heartbeat);
    clearInterval(look);
    drop();
    move(event, reason);
  };

  const handle = (message: ToServer) => {
    if (message.type === "refused") {
      if (message.retry_ms === null) end("refused", message.reason);
      else lose(message.reason, message.retry_ms * (0.5 + options.random()));
    } else if (message.type === "renewed") {
      const beat = beats.get(message.sequence);
      beats.delete(message.sequence);
      const lost = { running: message.lost, trainings: message.lost_trainings };
      if (beat !== undefined) hooks.onRenewed(beat.named, lost, beat.since);
    } else {
      if (message.type === "welcome") {
        failures = 0;
        isKnown = true;
        move("welcomed", "");
      }
      hooks.onMessage(message);
    }
  };

  const open = () => {
    move("due", "");
    const opened = openSocket(options.server, options.key);
    socket = opened;
    // What a socket that was given up still says is not heard.
    const isCurrent = () => socket === opened;
    const hear = () => {
      if (isCurrent()) heard = options.now();
    };
    hear();
    opened.io.on("ping", hear);
    opened.on("connect", () => {
      if (!isCurrent()) return;
      hear();
      move("connected", "");
      opened.emit("message", options.hello());
    });
    opened.on("connect_error", (error) => {
      if (!isCurrent()) return;
      const refusal = refusalOf(error, options.server, isKnown);
      if (refusal === null) lose(describeFailure(error, options.server));
      else end("refused", refusal);
    });
    opened.on("disconnect", (reason) => {
      if (isCurrent())
        lose(
          reason === "io server disconnect"
            ? "The platform closed the connection."
            : "The connection was lost.",
        );
    });
    opened.on("message", (raw) => {
      if (!isCurrent()) return;
      hear();
      const parsed = toServer.safeParse(raw);
      if (parsed.success) handle(parsed.data);
      else lose("The platform said something that this client does not understand.");
    });
  };

  const send = (message: ToPlatform): boolean => {
    if (state !== "online" || socket === null) return false;
    socket.emit("message", message);
    return true;
  };
  const beat = () => {
    const named = options.living();
    if (send({ type: "heartbeat", sequence: ++sequence, ...named })) {
      beats.set(sequence, { since: options.now(), named });
    }
  };
  const heartbeat = setInterval(beat, HEARTBEAT_MS);
  const look = setInterval(() => {
    const isOpen = state === "online" || state === "greeting";
    if (isOpen && options.now() - heard > SILENCE_MS) lose("The platform has been silent for 45 s.");
  }, LOOK_MS);

  due = setTimeout(open, 0);
  return {
    /** False: it is not connected, and nothing was sent. */
    send,
    state: () => state,
    close: () => end("closed", ""),
  };
}

/** Made anew by every start of a client. */
export const newInstance = (): string => randomBytes(12).toString("hex");
