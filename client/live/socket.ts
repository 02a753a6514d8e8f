import {
  type BrowserToServer,
  LIVE_PATH,
  liveEvent,
  type ServerToBrowser,
  type Subject,
  watchAnswer,
} from "@understudy/shared/live.ts";
import { io, type Socket } from "socket.io-client";
import { setSocketStatus } from "../store/socket-status.ts";

/** The socket of this browser tab, and what it watches. Nothing here knows what an event means. */

const WATCH_TIMEOUT_MS = 5_000;

const socket: Socket<ServerToBrowser, BrowserToServer> = io({
  path: LIVE_PATH,
  autoConnect: false,
  // The only one the server speaks: polling would need every request of a socket to reach the same web process.
  transports: ["websocket"],
  reconnectionDelay: 250,
  reconnectionDelayMax: 3_000,
});

type Watched = { readonly subject: Subject; readonly refetch: Set<() => void>; listening: boolean };
const watched = new Map<string, Watched>();

/** Tells the server what is watched; once it listens, what changed before that is read again. */
async function tellServer(entry: Watched): Promise<void> {
  const answer = await socket
    .timeout(WATCH_TIMEOUT_MS)
    .emitWithAck("watch", entry.subject)
    .then((given) => watchAnswer.parse(given))
    .catch(() => ({ ok: false }));
  if (!answer.ok) return;
  entry.listening = true;
  for (const refetch of entry.refetch) refetch();
}

/**
 * Follows a subject until the returned function is called. Any number may follow the same one; the server is told
 * once. `refetch` is called whenever the server begins to send (again), as something may have been missed, and at once
 * where it sends already.
 */
export function watch(subject: Subject, refetch: () => void): () => void {
  const key = JSON.stringify(subject);
  const known = watched.get(key);
  const entry: Watched = known ?? { subject, refetch: new Set(), listening: false };
  watched.set(key, entry);
  entry.refetch.add(refetch);
  if (entry.listening) refetch();
  else if (known === undefined && socket.connected) void tellServer(entry);
  return () => {
    entry.refetch.delete(refetch);
    if (entry.refetch.size > 0 || watched.get(key) !== entry) return;
    watched.delete(key);
    if (socket.connected) socket.emit("unwatch", subject);
  };
}

/** Connects, once somebody is logged in. Ends with `disconnectLive`. */
export function connectLive(onEvent: (event: ReturnType<typeof liveEvent.parse>) => void): void {
  socket.off();
  socket.io.off();
  socket.on("connect", () => {
    setSocketStatus("up");
    for (const entry of watched.values()) void tellServer(entry);
  });
  socket.on("disconnect", (reason) => {
    for (const entry of watched.values()) entry.listening = false;
    setSocketStatus("down");
    // Socket.IO goes on by itself after every other reason.
    if (reason === "io server disconnect") setTimeout(() => socket.connect(), 1_000);
  });
  socket.on("connect_error", () => setSocketStatus("down"));
  socket.on("event", (event) => {
    const parsed = liveEvent.safeParse(event);
    if (parsed.success) onEvent(parsed.data);
    else console.error("An event of a form unknown to this page was left out.", parsed.error.message);
  });
  socket.connect();
}

export function disconnectLive(): void {
  socket.off();
  socket.disconnect();
}
