/** Frames as they go over the WebSockets of browsers and of connected servers: Engine.IO's and Socket.IO's text, and worse. */
import { setImmediate } from "node:timers/promises";
import type { Random } from "@understudy/engine/math/random.ts";
import { type JsonSchema as Schema, toJsonSchema } from "@understudy/shared/api/json-schema.ts";
import { LIVE_PATH, subject } from "@understudy/shared/live/live.ts";
import { toPlatform, WORKER_PATH } from "@understudy/shared/worker/worker-protocol.ts";
import { io, type Socket } from "socket.io-client";
import { atEnd } from "../cleanup.ts";
import { makeHello } from "../live/spoken-worker.ts";
import { JSON_PIECES, jsonSoup, mutate } from "./files.ts";
import type { House } from "./house.ts";
import { chance, fuzzValue, pick } from "./values.ts";

export type SocketKind = "browser" | "server";

const SCHEMAS_BY_SOCKET_KIND: Record<SocketKind, { schema: Schema; events: readonly string[] }> = {
  browser: {
    schema: toJsonSchema(subject),
    events: ["watch", "watch", "unwatch", "constructor", "disconnect", ""],
  },
  server: {
    schema: toJsonSchema(toPlatform),
    events: ["message", "message", "message", "toString", "error"],
  },
};

/** Packets of Engine.IO and Socket.IO that carry no event, and some that cannot be. */
const ODD_FRAMES: readonly string[] = [
  "2",
  "3",
  "2probe",
  "40",
  "40/nowhere,",
  "41",
  "44",
  "4",
  "42",
  "42[]",
  "42[0]",
  "42{}",
  "43999[]",
  '451-["watch",{"_placeholder":true,"num":0}]',
  '459999999-["watch"]',
  "b4AAAA",
  "6",
  "9",
  "\0",
  "\ud83e",
];

export function fuzzFrame(kind: SocketKind, random: Random): string {
  const { schema, events } = SCHEMAS_BY_SOCKET_KIND[kind];
  if (chance(random, 0.15)) return pick(random, ODD_FRAMES);
  if (chance(random, 0.05)) return `42${jsonSoup(20, random)}`;
  const value = fuzzValue(schema, random, pick(random, [0, 0.05, 0.3]));
  const acknowledged = chance(random, 0.3) ? String(random.integer(1_000)) : "";
  const frame = `42${acknowledged}${JSON.stringify([pick(random, events), value])}`;
  return (chance(random, 0.2) ? mutate(frame, JSON_PIECES, random) : frame).slice(0, 4_000);
}

/** One connection carries at most this many frames, so that none is closed for sending too many. */
const FRAMES_EACH = 100;

type Open = { socket: Socket; sent: number };

/** One connection of each kind at a time; one that was closed is replaced. */
export async function openFrames({ url, admin }: House) {
  const { client_key } = await admin.call("getWorkerClientKey");
  const open: Partial<Record<SocketKind, Open>> = {};

  const connect = async (kind: SocketKind): Promise<Open> => {
    const socket = io(url, {
      path: kind === "browser" ? LIVE_PATH : WORKER_PATH,
      transports: ["websocket"],
      extraHeaders: { origin: url, cookie: admin.cookie(), authorization: `Bearer ${client_key}` },
      reconnection: false,
      forceNew: true,
    });
    atEnd("a fuzzer's socket", () => socket.disconnect());
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", () => resolve());
      socket.once("connect_error", reject);
    });
    if (kind === "server") socket.emit("message", makeHello());
    return { socket, sent: 0 };
  };

  return {
    /** Sends a frame. @returns whether the connection is still open once the frame is on its way */
    send: async (kind: SocketKind, frame: string): Promise<boolean> => {
      const connection = open[kind];
      const isUsable = connection?.socket.connected === true && connection.sent < FRAMES_EACH;
      if (!isUsable) connection?.socket.disconnect();
      const used = isUsable && connection !== undefined ? connection : await connect(kind);
      open[kind] = used;
      used.sent++;
      sendFrame(used.socket, frame);
      await setImmediate();
      return used.socket.connected;
    },
    close: (): void => {
      for (const { socket } of Object.values(open)) socket.disconnect();
    },
  };
}

/** Past all that would make it a sound packet. */
function sendFrame({ io: { engine } }: Socket, frame: string): void {
  const webSocket: unknown = Reflect.get(engine.transport, "ws");
  if (typeof webSocket !== "object" || webSocket === null) return;
  const send: unknown = Reflect.get(webSocket, "send");
  if (typeof send === "function") send.call(webSocket, frame);
}
