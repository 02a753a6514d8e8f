/**
 * One socket of a server:
 *
 * ```
 *  silent --hello--> signing in --welcome--> served (see worker-connection.ts) --closed--> gone
 *     |  \--check--> (answered) --closed--> gone
 *     \--nothing for 10 s, another version, a name that is taken: refused--> gone
 * ```
 */
import { randomUUID } from "node:crypto";
import {
  firstMessage,
  type Hello,
  SILENCE_MS,
  type ToPlatform,
  type ToServer,
  toPlatform,
  WORKER_PROTOCOL,
} from "@understudy/shared/worker-protocol.ts";
import { signIn, signOut } from "../commands/resources/resources.ts";
import { beginWork } from "../http/stall-watch.ts";
import { log } from "../log.ts";
import type { User } from "../models/user.ts";
import type { Hub } from "./hub.ts";
import { programsOfSpecs } from "./programs.ts";
import { readSlowly } from "./read-slowly.ts";
import { connectionRoom } from "./rooms.ts";
import type { WorkerSocket, WorkersPlatform, WorkersServer } from "./types.ts";
import { openWorkerConnection, type WorkerConnection } from "./worker-connection.ts";

const HELLO_MS = 10_000;
/** How soon a client whose name is taken should look again: the other one may be its own, of before a power cut. */
const TAKEN_MS = 10_000;

export function handshake(
  platform: WorkersPlatform,
  hub: Hub,
  io: WorkersServer,
  socket: WorkerSocket,
  owner: User,
): void {
  const reading = readSlowly(socket);
  const connectionId = randomUUID();
  /** Null until it is served; messages that come before that wait. */
  let served: Promise<WorkerConnection | null> | null = null;

  const tell = (message: ToServer) => void socket.emit("message", message);
  const refuse = (reason: string, retry_ms: number | null): null => {
    tell({ type: "refused", reason, retry_ms });
    socket.disconnect(true);
    return null;
  };

  const begin = async (hello: Hello): Promise<WorkerConnection | null> => {
    await socket.join(connectionRoom(connectionId));
    const signedIn = await signIn(platform, owner._id, hello, connectionId);
    if (signedIn === null) {
      const reason = `Another server of yours named ${hello.name} is connected. Give this one another --name.`;
      return refuse(reason, TAKEN_MS);
    }
    if (signedIn.replaced !== null) io.in(connectionRoom(signedIn.replaced)).disconnectSockets(true);
    if (!socket.connected) {
      await signOut(platform, signedIn.resource);
      return null;
    }
    const one = await openWorkerConnection(platform, signedIn, hello, {
      tell,
      close: () => socket.disconnect(true),
    });
    hub.add(one);
    log.info({ resourceId: one.resourceId, name: hello.name }, "a server has connected");
    return one;
  };

  const handle = async (message: ToPlatform): Promise<void> => {
    if (message.type === "check") {
      tell({ type: "checked", owner: owner.name, programs: await programsOfSpecs(platform) });
    } else if (message.type === "hello") {
      if (served !== null) return void refuse("This connection has said hello already.", null);
      served = begin(message);
      served.catch(() => {});
      await served;
    } else {
      const one = await served;
      if (isQuestion(message)) {
        await reading.drained();
        // Nobody waits for the answer any more.
        if (!socket.connected) return;
      }
      if (one) await one.handle(message);
    }
  };

  const helloTimer = setTimeout(() => {
    if (served === null) refuse("This connection said no hello.", null);
  }, HELLO_MS);
  const silence = setTimeout(() => socket.disconnect(true), SILENCE_MS);
  socket.conn.on("packet", () => silence.refresh());

  socket.on("message", (raw: unknown) => {
    reading.seeTo(async () => {
      const parsed = toPlatform.safeParse(raw);
      const first = served === null ? firstMessage.safeParse(raw) : null;
      if (first?.success && first.data.protocol !== WORKER_PROTOCOL) {
        refuse(otherVersion(first.data, platform.config.publicUrl), null);
      } else if (!parsed.success) {
        log.warn(
          { owner: owner._id, issues: parsed.error.issues.slice(0, 3) },
          "a server's message was not understood",
        );
        refuse("The platform did not understand this client.", TAKEN_MS);
      } else {
        const end = beginWork(`server: ${parsed.data.type}`);
        await handle(parsed.data)
          .finally(end)
          .catch((err: unknown) => {
            log.warn(
              { err, type: parsed.data.type, connectionId },
              "a server's message could not be seen to",
            );
            // Without a welcome it would wait for ever.
            if (parsed.data.type === "hello")
              refuse("The platform cannot take servers at the moment.", TAKEN_MS);
          });
      }
    });
  });

  socket.on("disconnect", () => {
    clearTimeout(helloTimer);
    clearTimeout(silence);
    served
      ?.then(async (one) => {
        if (one === null) return;
        // What it said before it left counts.
        await reading.settled();
        await hub.remove(one);
        log.info({ resourceId: one.resourceId }, "a server has left");
      })
      .catch(() => {});
  });
}

const isQuestion = ({ type }: ToPlatform): boolean => type === "read-spec" || type === "read-file";

const SYSTEMS: Readonly<Record<string, string>> = {
  "linux-x64": "Linux x86_64",
  "win32-x64": "Windows 10",
  "darwin-arm64": "Mac OSX AMD64",
  "darwin-x64": "Mac OSX INTEL",
};

/** Tells somebody at a terminal what to download. */
function otherVersion(
  { protocol, platform }: { protocol: number; platform: string },
  publicUrl: string | null,
): string {
  const page = publicUrl === null ? "Resources, Add Resource" : `${publicUrl}/resources`;
  const system = SYSTEMS[platform];
  const what = system === undefined ? "the worker client" : `the worker client for ${system}`;
  return `This client speaks version ${protocol} of the protocol and the platform version ${WORKER_PROTOCOL}. Download ${what} from ${page}.`;
}
