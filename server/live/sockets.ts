import type { Server as HttpServer } from "node:http";
import { createAdapter } from "@socket.io/redis-adapter";
import { type BrowserToServer, LIVE_PATH, type ServerToBrowser } from "@understudy/shared/live/live.ts";
import { MAX_PRESENCE_BYTES } from "@understudy/shared/live/presence.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { Redis } from "ioredis";
import { type DefaultEventsMap, Server, type Socket } from "socket.io";
import { createJobOwners } from "../cache/jobs.ts";
import type { Sessions } from "../cache/sessions.ts";
import { findSession, type LoggedIn } from "../commands/users/sessions.ts";
import type { Changes } from "../core/changes.ts";
import type { Config } from "../core/config.ts";
import { log } from "../core/log.ts";
import type { OriginCheck } from "../http/origin.ts";
import type { SecretCookie } from "../http/secret-cookie.ts";
import { isUnanswered } from "../models/collection.ts";
import type { Store } from "../models/store.ts";
import { presentViewer } from "../presenters/user.ts";
import { liveKey } from "../publish/publish.ts";
import { sessionRoom, userRoom } from "../publish/rooms.ts";
import { limitMessages } from "./limit-messages.ts";
import { createPresence } from "./presence.ts";
import { sharePresence } from "./share-presence.ts";
import type { LiveServer, LiveSocket, SocketData } from "./types.ts";
import { watchSubjects } from "./watch.ts";

/** The time that a connection may take to identify its person. */
const CONNECT_MS = 15_000;
/** Open tabs of one person in one web process. */
const MAX_SOCKETS_OF_PERSON = 200;

type Options = {
  platform: {
    readonly config: Config;
    readonly store: Store;
    readonly redis: Redis;
    readonly changes: Changes;
  };
  cookie: SecretCookie;
  sessions: Sessions;
  isFromOurPage: OriginCheck;
  /** A connection of its own: one that subscribes can do nothing else. */
  subscriber: Redis;
};

/**
 * The browsers' sockets of this web process. Over WebSocket alone: polling would tie a browser to one process, and only
 * a WebSocket always says which page opened it.
 */
export function openSockets(
  server: HttpServer,
  { platform, cookie, sessions, isFromOurPage, subscriber }: Options,
): { close(): Promise<void> } {
  const { redis, config } = platform;
  const io: LiveServer = new Server<BrowserToServer, ServerToBrowser, DefaultEventsMap, SocketData>(server, {
    path: LIVE_PATH,
    transports: ["websocket"],
    serveClient: false,
    maxHttpBufferSize: MAX_PRESENCE_BYTES,
    connectTimeout: CONNECT_MS,
    adapter: createAdapter(redis, subscriber, { key: liveKey(config.redisPrefix) }),
    allowRequest: (request, answer) => answer(null, isFromOurPage(request)),
  });
  const presence = createPresence(io);
  const jobs = createJobOwners(platform);
  const endLimits = limitMessages(io);
  // Every process sees for itself whether the database answers it.
  platform.store.onAnswering((is_answering) => {
    io.local.emit("event", { type: "database", is_answering });
  });

  /**
   * Who opened the socket; null: nobody is logged in. The socket is in the rooms by which it can be ended before the
   * session is read from the database: one that ends at this very moment is either not found or reaches the socket.
   */
  const admit = async (socket: LiveSocket): Promise<LoggedIn | null> => {
    const token = cookie.read(socket.handshake.headers.cookie);
    const first = await sessions.find(token);
    if (first === null) return null;
    await socket.join([sessionRoom(first.session._id), userRoom(first.user._id)]);
    const loggedIn = await findSession(platform, token);
    if (loggedIn === null) return null;
    socket.data.viewer = presentViewer(loggedIn.user);
    socket.data.presence = null;
    endWithSession(socket, loggedIn.session.expires);
    return loggedIn;
  };

  io.use((socket, next) => {
    admit(socket).then(
      (loggedIn) => {
        if (loggedIn === null) return next(new Error("Unauthorized"));
        const open = io.sockets.adapter.rooms.get(userRoom(loggedIn.user._id))?.size ?? 0;
        if (open > MAX_SOCKETS_OF_PERSON) return next(new Error(MESSAGES.tooManySockets));
        watchSubjects({ jobs, presence }, socket, loggedIn.user);
        sharePresence(io, socket, presence);
        next();
      },
      (err: unknown) => {
        // While the database does not answer every page tries again and again.
        if (isUnanswered(err)) log.info("a socket could not be opened: the database does not answer");
        else log.error({ err }, "a socket could not be opened");
        next(new Error("Internal Server Error"));
      },
    );
  });

  io.on("connection", (socket) => {
    sendMaintenance(platform, socket).catch((err: unknown) =>
      log.warn({ err }, "the notice of maintenance could not be sent"),
    );
  });

  return {
    close: async () => {
      endLimits();
      presence.close();
      await io.close();
    },
  };
}

/** Pages that were away learn whether there still is a notice. */
async function sendMaintenance(
  { store }: Pick<Options["platform"], "store">,
  socket: LiveSocket,
): Promise<void> {
  const settings = await store.settings.findOne({ _id: "installation" });
  const { maintenance: banner, maintenance_time } = settings ?? { maintenance: null, maintenance_time: null };
  // A notice of an earlier version has a time of its own only.
  socket.emit("event", { type: "maintenance", banner, time: maintenance_time ?? banner?.time ?? null });
}

function endWithSession(socket: Socket, expires: Date): void {
  const timer = setTimeout(() => socket.disconnect(true), expires.getTime() - Date.now());
  timer.unref();
  socket.on("disconnect", () => clearTimeout(timer));
}
