/** A browser's socket: the cookie of a caller, the Origin of the page, and what has been pushed to it. */
import {
  type BrowserToServer,
  LIVE_PATH,
  type LiveEvent,
  liveEvent,
  type ServerToBrowser,
  type Subject,
  watchAnswer,
} from "@understudy/shared/live/live.ts";
import { io, type Socket } from "socket.io-client";
import type { Caller } from "../api/caller.ts";
import { atEnd } from "../cleanup.ts";
import { eventually, stretched } from "../waiting.ts";

type EventOf<Type extends LiveEvent["type"]> = Extract<LiveEvent, { type: Type }>;

export type BrowserSocket = {
  readonly socket: Socket<ServerToBrowser, BrowserToServer>;
  /** All that was pushed, in order, each checked against the contract. */
  readonly events: LiveEvent[];
  watch(subject: Subject): Promise<boolean>;
  of<Type extends LiveEvent["type"]>(type: Type): EventOf<Type>[];
  /** The first event of the type that fits, now or within a few seconds. */
  next<Type extends LiveEvent["type"]>(
    type: Type,
    fits?: (event: EventOf<Type>) => boolean,
  ): Promise<EventOf<Type>>;
  /** Resolves with the reason once the connection has ended. */
  ended(): Promise<string>;
};

type Options = { url?: string; origin?: string; cookie?: string };

/** @throws Error with the server's reason when it does not let the socket in. */
export async function openSocket(caller: Caller, options: Options = {}): Promise<BrowserSocket> {
  const { url = caller.url, origin = url, cookie = caller.cookie() } = options;
  const socket: Socket<ServerToBrowser, BrowserToServer> = io(url, {
    path: LIVE_PATH,
    transports: ["websocket"],
    extraHeaders: { origin, cookie },
    reconnection: false,
    forceNew: true,
  });
  atEnd("a browser's socket", () => socket.disconnect());
  const events: LiveEvent[] = [];
  let end: string | null = null;
  socket.on("event", (event) => void events.push(liveEvent.parse(event)));
  socket.on("disconnect", (reason) => {
    end = reason;
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", () => resolve());
    socket.once("connect_error", reject);
  });
  function hasType<Type extends LiveEvent["type"]>(type: Type, event: LiveEvent): event is EventOf<Type> {
    return event.type === type;
  }
  function of<Type extends LiveEvent["type"]>(type: Type): EventOf<Type>[] {
    return events.filter((event): event is EventOf<Type> => hasType(type, event));
  }
  return {
    socket,
    events,
    of,
    watch: async (subject) =>
      watchAnswer.parse(await socket.timeout(stretched(10_000)).emitWithAck("watch", subject)).ok,
    next: async (type, fits = () => true) => {
      const matchingEvent = await eventually(`a ${type} event`, () => of(type).find(fits));
      if (matchingEvent === undefined) throw new Error(`no ${type} event`);
      return matchingEvent;
    },
    ended: () => eventually("the end of the socket", () => end).then(String),
  };
}
