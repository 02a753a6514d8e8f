/** A connected server that a test speaks for, message by message. */
import {
  type Hello,
  type PlatformToWorker,
  REQUEST_ANSWERS,
  type ToPlatform,
  type ToServer,
  toServer,
  type Unnumbered,
  WORKER_PATH,
  WORKER_PROTOCOL,
  type WorkerToPlatform,
} from "@understudy/shared/worker/worker-protocol.ts";
import { io, type Socket } from "socket.io-client";
import { atEnd } from "../cleanup.ts";
import { eventually } from "../waiting.ts";

type MessageOf<Type extends ToServer["type"]> = Extract<ToServer, { type: Type }>;

export type SpokenWorker = {
  /** Whatever the platform said, in order. */
  readonly messages: ToServer[];
  /** Sends a message; a request gets the next number. @returns the number of the last request */
  say(message: Unnumbered<ToPlatform>): number;
  /** Something that the protocol does not know. */
  blurt(message: unknown): void;
  of<Type extends ToServer["type"]>(type: Type): MessageOf<Type>[];
  next<Type extends ToServer["type"]>(type: Type): Promise<MessageOf<Type>>;
  ended(): Promise<string>;
  hangUp(): void;
};

let workers = 0;

export const makeHello = (fields: Partial<Hello> = {}): Hello => ({
  type: "hello",
  protocol: WORKER_PROTOCOL,
  client_version: "0.0.1",
  instance: `spoken-by-a-test-${++workers}`,
  name: `spoken ${workers}`,
  role: "All",
  cores: 4,
  allowed: 4,
  platform: "linux-x64",
  only: null,
  earlier_instances: [],
  running: [],
  ...fields,
});

/** @throws Error with the platform's reason when it does not let it in */
export async function openWorker(url: string, key: string): Promise<SpokenWorker> {
  const socket: Socket<PlatformToWorker, WorkerToPlatform> = io(url, {
    path: WORKER_PATH,
    transports: ["websocket"],
    extraHeaders: { authorization: `Bearer ${key}` },
    reconnection: false,
    forceNew: true,
  });
  atEnd("a spoken worker", () => socket.disconnect());
  const messages: ToServer[] = [];
  let requests = 0;
  let end: string | null = null;
  socket.on("message", (message) => void messages.push(toServer.parse(message)));
  socket.on("disconnect", (reason) => {
    end = reason;
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", () => resolve());
    socket.once("connect_error", reject);
  });
  function hasType<Type extends ToServer["type"]>(type: Type, message: ToServer): message is MessageOf<Type> {
    return message.type === type;
  }
  function of<Type extends ToServer["type"]>(type: Type): MessageOf<Type>[] {
    return messages.filter((message): message is MessageOf<Type> => hasType(type, message));
  }
  const blurt = (message: unknown) => void Reflect.apply(socket.emit, socket, ["message", message]);
  return {
    messages,
    of,
    say: (message) => {
      const isRequest = Object.hasOwn(REQUEST_ANSWERS, message.type);
      blurt(isRequest ? { ...message, id: ++requests } : message);
      return requests;
    },
    blurt,
    next: async (type) => {
      const firstMessage = await eventually(`a ${type} message`, () => of(type)[0]);
      if (firstMessage === undefined) throw new Error(`no ${type} message`);
      return firstMessage;
    },
    ended: () => eventually("the end of the connection", () => end).then(String),
    hangUp: () => void socket.disconnect(),
  };
}

/** One that the platform has welcomed. */
export type ConnectedWorker = SpokenWorker & { readonly id: number; readonly name: string };

/** Connects a server and introduces it. @throws Error as `openWorker`, and when it is not welcomed */
export async function connectWorker(
  url: string,
  key: string,
  fields: Partial<Hello> = {},
): Promise<ConnectedWorker> {
  const worker = await openWorker(url, key);
  const hello = makeHello(fields);
  worker.say(hello);
  return { ...worker, id: (await worker.next("welcome")).resource_id, name: hello.name };
}
