import {
  type BrowserToServer,
  LIVE_PATH,
  liveEvent,
  POLICY_VIOLATION,
  RECONNECT_WAITS,
  REFUSED_RETRY_MS,
  type ServerToBrowser,
  watchAnswer,
} from "@understudy/shared/live/live.ts";
import type { PresenceMessage } from "@understudy/shared/live/presence.ts";
import { io, type Socket } from "socket.io-client";
import { z } from "zod";
import { reportLoggedOut } from "#api/session.ts";
import { getSocketStatus, setDatabaseAnswering, setSocketStatus } from "./status.ts";
import { Watches } from "./watches.ts";

/** The socket of this browser tab, and what it watches. Nothing here knows what an event means. */

/** The server's reason for rejecting a socket for good. */
const UNAUTHORIZED_MESSAGE = "Unauthorized";
const WATCH_TIMEOUT_MS = 5_000;
/** Socket.IO reconnects by itself, but for a server that closed the socket on purpose. */
const CLOSED_RETRY_MS = 1_000;

const socket: Socket<ServerToBrowser, BrowserToServer> = io({
  path: LIVE_PATH,
  autoConnect: false,
  // The only transport of the server: polling would need every request of a socket to reach the same web process.
  transports: ["websocket"],
  ...RECONNECT_WAITS,
});

const watches = new Watches({
  ask: async (subject) =>
    watchAnswer.parse(await socket.timeout(WATCH_TIMEOUT_MS).emitWithAck("watch", subject)),
  release: (subject) => void socket.emit("unwatch", subject),
  changed: () => {
    if (socket.connected) setSocketStatus(watches.isLive() ? "up" : "down");
  },
});

/** Sends what the person before this page does. Lost where the connection is down or behind: only the newest is of use. */
export function sendPresence(message: PresenceMessage): void {
  if (!socket.connected) return;
  if (message.type === "state") socket.emit("presence", message);
  else socket.volatile.emit("presence", message);
}

/** See `Watches.follow`. */
export const watch: Watches["follow"] = (subject, refetch) => watches.follow(subject, refetch);

/** The code and reason with which a WebSocket was closed, as Socket.IO passes them on. */
const closed = z.object({ context: z.object({ code: z.number(), reason: z.string() }) });

/** Connects, once the user is logged in. Ends with `disconnectLive`. */
export function connectLive(onEvent: (event: ReturnType<typeof liveEvent.parse>) => void): void {
  socket.off();
  socket.io.off();
  socket.on("connect", () => {
    // The server has just read the session from it.
    setDatabaseAnswering(true);
    watches.connected(getSocketStatus() === "down");
    setSocketStatus(watches.isLive() ? "up" : "down");
  });
  socket.on("disconnect", (why, details) => {
    watches.disconnected();
    setSocketStatus("down");
    const { data } = closed.safeParse(details);
    if (data?.context.code === POLICY_VIOLATION) {
      console.error(data.context.reason);
      socket.disconnect();
      reconnectAfter(REFUSED_RETRY_MS);
    } else if (why === "io server disconnect") reconnectAfter(CLOSED_RETRY_MS);
  });
  socket.on("connect_error", ({ message }) => {
    setSocketStatus("down");
    // Socket.IO tries no more after a refusal by the server. A page that reads nothing by itself would not notice that its
    // session has ended; any other refusal, as while the database does not answer, is temporary.
    if (message === UNAUTHORIZED_MESSAGE) reportLoggedOut();
    else if (!socket.active) reconnectAfter(REFUSED_RETRY_MS);
  });
  socket.on("event", (event) => {
    const parsed = liveEvent.safeParse(event);
    if (parsed.success) onEvent(parsed.data);
    else console.error("An event that this page does not know was ignored.", parsed.error.message);
  });
  socket.connect();
}

let reconnection: ReturnType<typeof setTimeout> | undefined;

function reconnectAfter(wait: number): void {
  clearTimeout(reconnection);
  reconnection = setTimeout(() => socket.connect(), wait);
}

export function disconnectLive(): void {
  clearTimeout(reconnection);
  socket.off();
  socket.disconnect();
}
