import type { Server as HttpServer } from "node:http";
import { createAdapter } from "@socket.io/redis-adapter";
import {
  type BrowserToServer,
  LIVE_PATH,
  type ServerToBrowser,
  subject as subjectSchema,
  type WatchAnswer,
} from "@understudy/shared/live/live.ts";
import { MAX_PRESENCE_BYTES } from "@understudy/shared/live/presence.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { Redis } from "ioredis";
import pLimit from "p-limit";
import { type DefaultEventsMap, Server, type Socket } from "socket.io";
import { createJobOwners, type JobOwners } from "../cache/jobs.ts";
import type { Sessions } from "../cache/sessions.ts";
import type { LoggedIn } from "../commands/users/sessions.ts";
import type { Changes } from "../core/changes.ts";
import type { Config } from "../core/config.ts";
import { log } from "../core/log.ts";
import { shareReads } from "../core/share-reads.ts";
import type { OriginCheck } from "../http/origin.ts";
import type { SecretCookie } from "../http/secret-cookie.ts";
import { beginWork } from "../http/stall-watch.ts";
import { isUnanswered } from "../models/collection.ts";
import type { Store } from "../models/store.ts";
import type { User } from "../models/user.ts";
import { presentViewer } from "../presenters/user.ts";
import { liveKey } from "../publish/publish.ts";
import { onPages, sessionRoom, userRoom, viewerRoom } from "../publish/rooms.ts";
import { isRefused, limitMessages } from "./limit-messages.ts";
import { createPresence, type Presence } from "./presence.ts";
import { forgetPresence, sharePresence } from "./share-presence.ts";
import { findPage, findRooms, roomsToLeave } from "./subject-rooms.ts";
import type { LiveServer, LiveSocket, SocketData } from "./types.ts";

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
    const loggedIn = await sessions.read(token);
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

  const sendNotice = createNoticeSender(platform);
  io.on("connection", (socket) => {
    sendNotice(socket).catch((err: unknown) =>
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

/** @returns what tells a page that was away whether there still is a notice; hundreds may come back at once */
function createNoticeSender({ store }: Pick<Options["platform"], "store">) {
  const readSettings = shareReads((_id: "installation") => store.settings.findOne({ _id }));
  return async (socket: LiveSocket): Promise<void> => {
    const settings = await readSettings("installation");
    const { maintenance: banner, maintenance_time } = settings ?? {
      maintenance: null,
      maintenance_time: null,
    };
    // A notice of an earlier version has a time of its own only.
    socket.emit("event", { type: "maintenance", banner, time: maintenance_time ?? banner?.time ?? null });
  };
}

function endWithSession(socket: Socket, expires: Date): void {
  const timer = setTimeout(() => socket.disconnect(true), expires.getTime() - Date.now());
  timer.unref();
  socket.on("disconnect", () => clearTimeout(timer));
}

/** Messages of one socket that are handled or wait; a page that opens sends a few. */
const MAX_QUEUED = 50;
/** Subjects that one socket watches. */
const MAX_WATCHED = 100;

type Watching = { jobs: JobOwners; presence: Presence };

/**
 * Lets a socket watch what its person may see, one look-up at a time; what waits when the socket closes is dropped. Rights
 * are those of the moment it connected: when they change, the socket is ended (see `endUser`) and connects anew.
 */
function watchSubjects({ jobs, presence }: Watching, socket: LiveSocket, user: User): void {
  const queue = pLimit({ concurrency: 1, rejectOnClear: true });
  const queued = () => queue.activeCount + queue.pendingCount;
  /** Subjects, as JSON. */
  const watched = new Set<string>();
  const isListening = () => socket.connected && !isRefused(socket.conn);

  const watch = async (requested: unknown): Promise<WatchAnswer> => {
    const parsed = subjectSchema.safeParse(requested);
    if (!parsed.success || watched.size >= MAX_WATCHED) return { ok: false, retry: false };
    const rooms = await findRooms(jobs, user, parsed.data);
    if (rooms === null) return { ok: false, retry: false };
    await socket.join(rooms);
    watched.add(JSON.stringify(parsed.data));
    if (parsed.data.kind === "job") await socket.join(viewerRoom(parsed.data.job_id, user._id));
    const page = findPage(parsed.data);
    if (page !== null) {
      await socket.join(onPages(page.kind));
      presence.changed(page);
    }
    if (parsed.data.kind === "jobs" && !user.restricted) presence.sendList(socket, "job");
    if (parsed.data.kind === "job-drafts") presence.sendList(socket, "job-draft");
    return { ok: true, retry: false };
  };

  const unwatch = (requested: unknown): void => {
    const parsed = subjectSchema.safeParse(requested);
    if (!parsed.success) return;
    watched.delete(JSON.stringify(parsed.data));
    for (const room of roomsToLeave(parsed.data, user)) socket.leave(room);
    if (parsed.data.kind === "job") socket.leave(viewerRoom(parsed.data.job_id, user._id));
    const page = findPage(parsed.data);
    if (page === null) return;
    forgetPresence(socket, page);
    presence.changed(page);
  };

  socket.on("watch", (requested: unknown, acknowledge: unknown) => {
    if (!isListening()) return;
    const answer = (watched: WatchAnswer) => {
      if (typeof acknowledge === "function" && isListening()) acknowledge(watched);
    };
    if (queued() >= MAX_QUEUED) return answer({ ok: false, retry: true });
    const end = beginWork("socket: watch");
    queue(() => watch(requested))
      .finally(end)
      .then(answer, (err: unknown) => {
        // The socket was closed before its turn came.
        if (err instanceof DOMException && err.name === "AbortError") return;
        log.error({ err }, "watch failed");
        answer({ ok: false, retry: true });
      });
  });

  // In the same queue: it must not overtake the watch that it takes back.
  socket.on("unwatch", (requested: unknown) => {
    if (!isListening() || queued() >= 2 * MAX_QUEUED) return;
    queue(async () => unwatch(requested)).catch(() => {});
  });

  socket.on("disconnecting", () => {
    queue.clearQueue();
    for (const room of socket.rooms) presence.roomLeft(room);
  });
}
