/** The messages of one server: read no faster than its limits allow and than they can be handled. */
import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import { log } from "../../core/log.ts";
import { findWebSocket } from "../../sockets/web-socket.ts";
import type { WorkerSocket } from "../types.ts";
import { createInboundLimits, INBOUND_LIMITS } from "./inbound-limits.ts";

/** Messages of one server that are handled at a time: it must not have the database to itself. */
const MAX_CONCURRENT_MESSAGES = 32;
const MAX_PAUSE_MS = 1_000;
/** Bytes that the server has not read yet; with more of them its next question is not answered. */
const MAX_UNSENT_BYTES = 4 * 1024 ** 2;
const DRAIN_CHECK_MS = 20;

export class InboundQueue {
  readonly #socket: WorkerSocket;
  readonly #limits = createInboundLimits(INBOUND_LIMITS, () => performance.now());
  readonly #concurrency = pLimit(MAX_CONCURRENT_MESSAGES);
  readonly #underWay = new Set<Promise<void>>();
  /** Bytes that arrived since the last message was complete. */
  #size = 0;
  #pause: NodeJS.Timeout | null = null;

  constructor(socket: WorkerSocket) {
    this.#socket = socket;
    // A message is one packet, and one more for each of its files' chunks. Packets that become no message count too.
    socket.conn.on("packet", ({ data }: { data?: unknown }) => {
      const size = typeof data === "string" || data instanceof Buffer ? data.length : 0;
      this.#size += size;
      this.#limits.packetArrived(size);
      this.#pauseIfNeeded();
    });
    socket.on("disconnect", () => {
      if (this.#pause !== null) clearTimeout(this.#pause);
    });
  }

  /** Handles the message that has just arrived; messages begin in the order in which they came. */
  add(handle: () => Promise<void>): void {
    const size = this.#size;
    this.#size = 0;
    this.#limits.messageQueued(size);
    this.#pauseIfNeeded();
    const handled = this.#concurrency(handle)
      .catch((err: unknown) => log.error({ err }, "a server's message could not be handled"))
      .finally(() => {
        this.#limits.messageHandled(size);
        this.#underWay.delete(handled);
      });
    this.#underWay.add(handled);
  }

  /** Resolves once few enough bytes wait to be sent to the server, or the connection is closed. */
  async outboundDrained(): Promise<void> {
    const unsent = () => findWebSocket(this.#socket.conn)?.bufferedAmount ?? 0;
    while (this.#socket.connected && unsent() > MAX_UNSENT_BYTES) await sleep(DRAIN_CHECK_MS);
  }

  /** Resolves once every message that has arrived is handled. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #pauseIfNeeded(): void {
    if (this.#pause === null && this.#limits.pauseMs() > 0) this.#pauseOrResume();
  }

  #pauseOrResume(): void {
    this.#pause = null;
    const ms = this.#limits.pauseMs();
    const webSocket = findWebSocket(this.#socket.conn);
    if (ms === 0) webSocket?.resume();
    else {
      webSocket?.pause();
      this.#pause = setTimeout(() => this.#pauseOrResume(), Math.min(ms, MAX_PAUSE_MS));
    }
  }
}
