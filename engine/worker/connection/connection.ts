/**
 * The one connection of a worker client; see states.ts for its states. It sends heartbeats as long as it is online, whatever the
 * client is busy with or leaving for.
 */
import {
  HEARTBEAT_MS,
  type Hello,
  SILENCE_MS,
  type ToPlatform,
  type ToServer,
  toServer,
} from "@understudy/shared/worker/worker-protocol.ts";
import type { ClusterQueue } from "@understudy/shared/worker/worker-simulation.ts";
import type { LeasedAttempts } from "../leases/leased-work.ts";
import { describeFailure, openSocket, refusalOf, type WorkerSocket } from "./open-socket.ts";
import { type ConnectionEvent, type ConnectionState, TRANSITIONS } from "./states.ts";

export type ConnectionOptions = {
  /** The platform's address, as people type it into a browser. */
  readonly server: string;
  readonly key: string;
  /** The first message of each connection, with what runs at that moment. */
  readonly hello: () => Hello;
  /** The attempts that every heartbeat names. */
  readonly leased: () => LeasedAttempts;
  /** The queue that every heartbeat describes; null: there is none. */
  readonly queue: () => ClusterQueue | null;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Milliseconds that never go back. */
  readonly now: () => number;
};

export type ConnectionHooks = {
  /** Every message but those about the connection itself; the welcome too. */
  readonly onMessage: (message: Exclude<ToServer, { type: "renewed" | "refused" }>) => void;
  /** The leases of `renewed` run from `since` on; those of `lost` have ended. */
  readonly onRenewed: (renewed: LeasedAttempts, lost: LeasedAttempts, since: number) => void;
  /** `reason` of a loss or refusal, as people read it; `retryMs`: until the next attempt. */
  readonly onState: (state: ConnectionState, reason: string, retryMs: number | null) => void;
};

const SILENCE_CHECK_MS = 1_000;
/** Changes within this time are told by one heartbeat. */
const CHANGE_MS = 1_000;

/** A heartbeat: when it was sent, in milliseconds, and the attempts that it named. */
type Heartbeat = { readonly sentAt: number; readonly named: LeasedAttempts };

/** The heartbeats of one connection that the platform has not answered yet, by their sequence numbers. */
class Heartbeats {
  readonly #unanswered = new Map<number, Heartbeat>();
  #sequence = 0;

  /** A number never comes back, so that an answer cannot be taken for that of an earlier connection. */
  nextSequence(): number {
    return ++this.#sequence;
  }

  sent(sequence: number, heartbeat: Heartbeat): void {
    this.#unanswered.set(sequence, heartbeat);
  }

  /** The heartbeat that is answered; undefined: it was answered already, or its connection is lost. */
  answered(sequence: number): Heartbeat | undefined {
    const heartbeat = this.#unanswered.get(sequence);
    this.#unanswered.delete(sequence);
    return heartbeat;
  }

  clear(): void {
    this.#unanswered.clear();
  }
}

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #hooks: ConnectionHooks;
  readonly #heartbeats = new Heartbeats();
  #state: ConnectionState = "waiting";
  #socket: WorkerSocket | null = null;
  #failures = 0;
  #wasWelcomed = false;
  #lastMessageAt = 0;
  #nextAttempt: NodeJS.Timeout | undefined;
  #heartbeatTimer: NodeJS.Timeout | undefined;
  #silenceTimer: NodeJS.Timeout | undefined;
  #changeTimer: NodeJS.Timeout | undefined;

  constructor(options: ConnectionOptions, hooks: ConnectionHooks) {
    this.#options = options;
    this.#hooks = hooks;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Connects, and again whenever the connection is lost, until it is closed or refused. */
  open(): void {
    this.#heartbeatTimer = setInterval(() => this.#sendHeartbeat(), HEARTBEAT_MS);
    this.#silenceTimer = setInterval(() => this.#checkSilence(), SILENCE_CHECK_MS);
    this.#connect();
  }

  /** False: it is not connected, and nothing was sent. */
  send(message: ToPlatform): boolean {
    if (this.#state !== "online" || this.#socket === null) return false;
    this.#socket.emit("message", message);
    return true;
  }

  /** The queue has changed: the next heartbeat does not wait for its turn. */
  sendHeartbeatSoon(): void {
    this.#changeTimer ??= setTimeout(() => {
      this.#changeTimer = undefined;
      this.#sendHeartbeat();
    }, CHANGE_MS);
  }

  close(): void {
    this.#end("closed", "");
  }

  #connect(): void {
    this.#apply("due", "");
    const socket = openSocket(this.#options.server, this.#options.key);
    this.#socket = socket;
    this.#noteMessage();
    socket.io.on("ping", () => this.#noteMessage());
    socket.on("connect", () => {
      this.#noteMessage();
      this.#apply("connected", "");
      socket.emit("message", this.#options.hello());
    });
    socket.on("connect_error", (error) => this.#onConnectError(error));
    socket.on("disconnect", (reason) => {
      const isClosed = reason === "io server disconnect";
      this.#lose(isClosed ? "The platform closed the connection." : "The connection was lost.");
    });
    socket.on("message", (raw) => {
      this.#noteMessage();
      const parsed = toServer.safeParse(raw);
      if (parsed.success) this.#onMessage(parsed.data);
      else this.#lose("The platform sent a message that this client does not understand.");
    });
  }

  #onConnectError(error: Error): void {
    const { server } = this.#options;
    const refusal = refusalOf(error, server, this.#wasWelcomed);
    if (refusal === null) this.#lose(describeFailure(error, server));
    else this.#end("refused", refusal);
  }

  #onMessage(message: ToServer): void {
    if (message.type === "refused") {
      if (message.retry_ms === null) this.#end("refused", message.reason);
      else this.#lose(message.reason, message.retry_ms * (0.5 + this.#options.random()));
    } else if (message.type === "renewed") {
      const heartbeat = this.#heartbeats.answered(message.sequence);
      const lost = { running: message.lost, trainings: message.lost_trainings };
      if (heartbeat !== undefined) this.#hooks.onRenewed(heartbeat.named, lost, heartbeat.sentAt);
    } else {
      if (message.type === "welcome") {
        this.#failures = 0;
        this.#wasWelcomed = true;
        this.#apply("welcomed", "");
      }
      this.#hooks.onMessage(message);
    }
  }

  #apply(event: ConnectionEvent, reason: string, retryMs: number | null = null): void {
    const next = TRANSITIONS[this.#state][event];
    if (next === this.#state) return;
    this.#state = next;
    this.#hooks.onState(next, reason, retryMs);
  }

  #lose(reason: string, retryMs: number | null = null): void {
    if (this.#state === "ended" || this.#state === "waiting") return;
    this.#dropSocket();
    this.#failures++;
    const wait = retryMs ?? backoffMs(this.#failures, this.#options.random());
    this.#apply("lost", reason, wait);
    clearTimeout(this.#nextAttempt);
    this.#nextAttempt = setTimeout(() => this.#connect(), wait);
  }

  #end(event: "refused" | "closed", reason: string): void {
    clearTimeout(this.#nextAttempt);
    clearInterval(this.#heartbeatTimer);
    clearInterval(this.#silenceTimer);
    clearTimeout(this.#changeTimer);
    this.#dropSocket();
    this.#apply(event, reason);
  }

  /** Its listeners are removed first: a socket that was given up has no more effect. */
  #dropSocket(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#heartbeats.clear();
    socket?.off();
    socket?.io.off();
    socket?.disconnect();
  }

  #noteMessage(): void {
    this.#lastMessageAt = this.#options.now();
  }

  #sendHeartbeat(): void {
    const named = this.#options.leased();
    const sequence = this.#heartbeats.nextSequence();
    const queue = this.#options.queue();
    const message = { type: "heartbeat", sequence, ...named, ...(queue !== null && { queue }) } as const;
    if (this.send(message)) {
      this.#heartbeats.sent(sequence, { sentAt: this.#options.now(), named });
    }
  }

  #checkSilence(): void {
    const isOpen = this.#state === "online" || this.#state === "handshake";
    if (isOpen && this.#options.now() - this.#lastMessageAt > SILENCE_MS) {
      this.#lose(`The platform has been silent for ${SILENCE_MS / 1000} s.`);
    }
  }
}

const FIRST_WINDOW_MS = 1_000;
const MAX_WINDOW_MS = 64_000;

/**
 * Computes the wait before the next attempt to connect: a random share of a window that doubles with each failure. Servers that lost the
 * connection at the same time then do not all reconnect at the same time ("full jitter"; Brooker, 2015).
 * @param failures the number of attempts that have failed since the last connection
 * @param random from 0 to 1
 */
export const backoffMs = (failures: number, random: number): number =>
  random * Math.min(MAX_WINDOW_MS, FIRST_WINDOW_MS * 2 ** Math.max(0, failures - 1));
