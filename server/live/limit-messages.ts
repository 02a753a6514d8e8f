import { POLICY_VIOLATION } from "@understudy/shared/live/live.ts";
import { PRESENCE_MESSAGES_PER_SECOND } from "@understudy/shared/live/presence.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { log } from "../core/log.ts";
import { createTokenBucket } from "../sockets/token-bucket.ts";
import { findWebSocket } from "../sockets/web-socket.ts";
import type { LiveServer, LiveSocket } from "./types.ts";

/** A page sends a message or two when somebody opens it, a tab that reconnects a dozen, and a moved pointer thirty a second. */
const MESSAGE_LIMITS = {
  messagesPerSecond: 20 + PRESENCE_MESSAGES_PER_SECOND,
  burst: 200,
  /** Bytes that a client has not read. */
  unread: 8 * 1024 ** 2,
};
const CHECK_UNREAD_MS = 1_000;
/** Time for the reason to be sent before the connection is cut. */
const FAREWELL_MS = 500;

type Connection = LiveSocket["conn"];

/**
 * Closes connections, with a reason, that send faster than a page does or that do not read what they are sent. Returns what
 * ends the checks.
 */
export function limitMessages(io: LiveServer): () => void {
  io.engine.on("connection", (conn: Connection) => {
    const { messagesPerSecond, burst } = MESSAGE_LIMITS;
    const bucket = createTokenBucket(messagesPerSecond, burst, () => performance.now());
    const count = () => {
      bucket.take(1);
      if (bucket.debtMs() > 0) refuse(conn, MESSAGES.tooManyMessages);
    };
    conn.on("packet", count);
    // WebSocket's own pings never become a packet.
    findWebSocket(conn)?.on("ping", count);
  });
  const checks = setInterval(() => {
    for (const { conn } of io.sockets.sockets.values()) {
      const unread = findWebSocket(conn)?.bufferedAmount ?? 0;
      if (unread > MESSAGE_LIMITS.unread) refuse(conn, MESSAGES.readsTooSlowly);
    }
  }, CHECK_UNREAD_MS);
  return () => clearInterval(checks);
}

const refused = new WeakSet<Connection>();

/** Tells whether the connection is being closed for breaking a limit: messages that it still sends do not count. */
export const isRefused = (conn: Connection): boolean => refused.has(conn);

function refuse(conn: Connection, reason: string): void {
  if (refused.has(conn)) return;
  refused.add(conn);
  log.warn({ reason }, "a browser's connection was closed");
  const webSocket = findWebSocket(conn);
  webSocket?.close(POLICY_VIOLATION, reason);
  // What it goes on sending stays with its own operating system.
  webSocket?.pause();
  setTimeout(() => (webSocket === null ? conn.close(true) : webSocket.terminate()), FAREWELL_MS).unref();
}
