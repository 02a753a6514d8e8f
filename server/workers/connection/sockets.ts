import type { Server as HttpServer } from "node:http";
import { createAdapter } from "@socket.io/redis-adapter";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import {
  FINAL_REFUSAL,
  HEARTBEAT_MS,
  MAX_WORKER_MESSAGE_BYTES,
  SILENCE_MS,
  WORKER_PATH,
} from "@understudy/shared/worker/worker-protocol.ts";
import type { Redis } from "ioredis";
import { Server } from "socket.io";
import type { WorkerKeys } from "../../commands/resources/worker-keys.ts";
import { log } from "../../core/log.ts";
import { machinesRoom, ownerRoom, workersKey } from "../../publish/server-rooms.ts";
import type { WorkerSocket, WorkersPlatform, WorkersServer } from "../types.ts";
import { createConnectionRegistry } from "./connection-registry.ts";
import { type Admitted, Handshake } from "./handshake.ts";

type Options = {
  platform: WorkersPlatform;
  workerKeys: WorkerKeys;
  /** A connection of its own: one that subscribes can do nothing else. */
  subscriber: Redis;
};

const parseBearer = (authorization = ""): string => /^Bearer (\S+)$/.exec(authorization)?.[1] ?? "";

/**
 * The sockets of connected servers in this web process. Without a key that this installation has issued there is no WebSocket
 * at all: nothing of what such a client sends is ever read.
 */
export function openWorkerSockets(
  server: HttpServer,
  { platform, workerKeys, subscriber }: Options,
): { close(): Promise<void> } {
  const { redis, config } = platform;
  const io: WorkersServer = new Server(server, {
    path: WORKER_PATH,
    transports: ["websocket"],
    serveClient: false,
    maxHttpBufferSize: MAX_WORKER_MESSAGE_BYTES,
    pingInterval: HEARTBEAT_MS,
    // A little longer than the silence that ends a connection here: a large message on a slow line delays the pong.
    pingTimeout: SILENCE_MS,
    // The browsers' sockets handle upgrades that neither server accepts.
    destroyUpgrade: false,
    adapter: createAdapter(redis, subscriber, { key: workersKey(config.redisPrefix) }),
    allowRequest: ({ headers }, answer) => {
      const key = parseBearer(headers.authorization);
      answer(null, (workerKeys.read(key) ?? workerKeys.readMachine(key)) !== null);
    },
  });
  const registry = createConnectionRegistry(platform);

  io.use((socket, next) => {
    admit(workerKeys, socket).then(
      (admitted) => {
        if (admitted === null) return next(refusal(MESSAGES.workerKeyUnknown));
        new Handshake({ platform, registry, io }, socket, admitted);
        next();
      },
      (err: unknown) => {
        log.error({ err }, "a server could not be admitted");
        next(new Error("Internal Server Error"));
      },
    );
  });

  return {
    close: async () => {
      await io.close();
      await registry.close();
    },
  };
}

const refusal = (reason: string): Error => Object.assign(new Error(reason), { data: FINAL_REFUSAL });

/**
 * Finds the owner of a server; null when the key has been replaced. The socket joins the room by which it can be disconnected before the
 * key is looked up: a key that is replaced at this very moment is either no longer valid or its replacement reaches the socket.
 */
async function admit(workerKeys: WorkerKeys, socket: WorkerSocket): Promise<Admitted | null> {
  const text = parseBearer(socket.handshake.headers.authorization);
  const key = workerKeys.read(text);
  if (key !== null) {
    await socket.join(ownerRoom(key.userId));
    const owner = await workerKeys.ownerOf(key);
    return owner && { owner, machineId: null };
  }
  const machineKey = workerKeys.readMachine(text);
  const ownerId = machineKey && (await workerKeys.ownerIdOfMachine(machineKey));
  if (machineKey === null || ownerId === null) return null;
  await socket.join(machinesRoom(ownerId));
  const owner = await workerKeys.ownerOfMachine(machineKey);
  return owner && { owner, machineId: machineKey.machineId };
}
