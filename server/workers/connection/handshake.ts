/**
 * One socket of a server:
 *
 * ```
 *  silent --hello--> signing in --welcome--> connected (see worker-connection.ts) --closed--> gone
 *     |  \--check--> (answered) --closed--> gone
 *     \--nothing for 10 s, another version, a name that is taken: refused--> gone
 * ```
 */
import { randomUUID } from "node:crypto";
import { MACHINE_MESSAGES } from "@understudy/shared/messages/machines.ts";
import {
  firstMessage,
  type Hello,
  SILENCE_MS,
  type ToPlatform,
  type ToServer,
  toPlatform,
  WORKER_PROTOCOL,
} from "@understudy/shared/worker/worker-protocol.ts";
import { signIn, signOut } from "../../commands/resources/resources.ts";
import { signInMachine } from "../../commands/trainings/sign-in-machine.ts";
import { log } from "../../core/log.ts";
import { beginWork } from "../../http/stall-watch.ts";
import type { User } from "../../models/user.ts";
import { connectionRoom } from "../../publish/server-rooms.ts";
import { programsOfSpecs } from "../files/spec-programs.ts";
import type { WorkerSocket, WorkersPlatform, WorkersServer } from "../types.ts";
import type { ConnectionRegistry } from "./connection-registry.ts";
import { InboundQueue } from "./inbound-queue.ts";
import { WorkerConnection } from "./worker-connection.ts";

const HELLO_TIMEOUT_MS = 10_000;
/** When a client that was refused may try again: the other server of its name may have gone by then. */
const RETRY_MS = 10_000;

type Context = {
  readonly platform: WorkersPlatform;
  readonly registry: ConnectionRegistry;
  readonly io: WorkersServer;
};

/** A socket is admitted by the key of its owner, or by that of a machine (`machineId`), which serves one start of one client. */
export type Admitted = { readonly owner: User; readonly machineId: number | null };

export class Handshake {
  readonly #context: Context;
  readonly #socket: WorkerSocket;
  readonly #owner: User;
  readonly #machineId: number | null;
  readonly #inbound: InboundQueue;
  readonly #connectionId = randomUUID();
  /** Null until the hello; messages that come before the welcome wait for it. */
  #connection: Promise<WorkerConnection | null> | null = null;

  constructor(context: Context, socket: WorkerSocket, { owner, machineId }: Admitted) {
    this.#context = context;
    this.#socket = socket;
    this.#owner = owner;
    this.#machineId = machineId;
    this.#inbound = new InboundQueue(socket);
    const helloTimer = setTimeout(() => {
      if (this.#connection === null) this.#refuse("This connection sent no hello.", null);
    }, HELLO_TIMEOUT_MS);
    const silence = setTimeout(() => socket.disconnect(true), SILENCE_MS);
    socket.conn.on("packet", () => silence.refresh());
    socket.on("message", (raw: unknown) => this.#inbound.add(() => this.#onMessage(raw)));
    socket.on("disconnect", () => {
      clearTimeout(helloTimer);
      clearTimeout(silence);
      this.#onClosed().catch(() => {});
    });
  }

  #send(message: ToServer): void {
    this.#socket.emit("message", message);
  }

  #refuse(reason: string, retryMs: number | null): null {
    this.#send({ type: "refused", reason, retry_ms: retryMs });
    this.#socket.disconnect(true);
    return null;
  }

  async #onMessage(raw: unknown): Promise<void> {
    const parsed = toPlatform.safeParse(raw);
    const first = this.#connection === null ? firstMessage.safeParse(raw) : null;
    if (first?.success && first.data.protocol !== WORKER_PROTOCOL) {
      this.#refuse(describeOtherVersion(first.data, this.#context.platform.config.publicUrl), null);
    } else if (!parsed.success) {
      const issues = parsed.error.issues.slice(0, 3);
      log.warn({ owner: this.#owner._id, issues }, "a server's message was not understood");
      this.#refuse("The platform did not understand this client.", RETRY_MS);
    } else await this.#handleLogged(parsed.data);
  }

  async #handleLogged(message: ToPlatform): Promise<void> {
    const { type } = message;
    const end = beginWork(`server: ${type}`);
    try {
      await this.#handle(message);
    } catch (err) {
      log.warn({ err, type, connectionId: this.#connectionId }, "a server's message could not be handled");
      // Without a welcome it would wait for ever.
      if (type === "hello") this.#refuse("The platform cannot accept servers at the moment.", RETRY_MS);
    } finally {
      end();
    }
  }

  async #handle(message: ToPlatform): Promise<void> {
    if (message.type === "check") {
      const programs = await programsOfSpecs(this.#context.platform);
      this.#send({ type: "checked", owner: this.#owner.name, programs });
    } else if (message.type === "hello") {
      if (this.#connection !== null)
        return void this.#refuse("This connection has already said hello.", null);
      this.#connection = this.#connect(message);
      await this.#connection;
    } else {
      const connection = await this.#connection;
      if (isQuestion(message)) {
        await this.#inbound.outboundDrained();
        if (!this.#socket.connected) return;
      }
      await connection?.handle(message);
    }
  }

  /** @returns null: it was refused, or has left */
  async #connect(hello: Hello): Promise<WorkerConnection | null> {
    const { platform, registry, io } = this.#context;
    await this.#socket.join(connectionRoom(this.#connectionId));
    const machineId = this.#machineId;
    const signedIn =
      machineId === null
        ? await signIn(platform, this.#owner._id, hello, this.#connectionId)
        : await signInMachine(platform, machineId, hello, this.#connectionId);
    if (signedIn === null && machineId !== null) return this.#refuse(MACHINE_MESSAGES.machineKeyUsed, null);
    if (signedIn === null) {
      const reason = `Another server of yours named ${hello.name} is connected. Give this one another --name.`;
      return this.#refuse(reason, RETRY_MS);
    }
    if (signedIn.replaced !== null) io.in(connectionRoom(signedIn.replaced)).disconnectSockets(true);
    if (!this.#socket.connected) {
      await signOut(platform, signedIn.resource);
      return null;
    }
    const connection = new WorkerConnection(platform, signedIn.resource, hello, {
      send: (message) => this.#send(message),
      close: () => this.#socket.disconnect(true),
    });
    await connection.begin(hello, signedIn.isStartedAnew);
    registry.add(connection);
    log.info({ resourceId: connection.resourceId, name: hello.name }, "a server has connected");
    return connection;
  }

  async #onClosed(): Promise<void> {
    const connection = await this.#connection;
    if (connection === null) return;
    // What it sent before it left counts.
    await this.#inbound.settled();
    await this.#context.registry.remove(connection);
    log.info({ resourceId: connection.resourceId }, "a server has left");
  }
}

const isQuestion = ({ type }: ToPlatform): boolean => type === "read-spec" || type === "read-file";

const SYSTEM_NAMES: Readonly<Record<string, string>> = {
  "linux-x64": "Linux x86_64",
  "win32-x64": "Windows 10",
  "darwin-arm64": "Mac OSX AMD64",
  "darwin-x64": "Mac OSX INTEL",
};

/** Tells a person at a terminal, whose client uses another version of the protocol, which client to download. */
function describeOtherVersion(
  { protocol, platform }: { protocol: number; platform: string },
  publicUrl: string | null,
): string {
  const page = publicUrl === null ? "Resources, Add Resource" : `${publicUrl}/resources`;
  const system = SYSTEM_NAMES[platform];
  const download = system === undefined ? "the worker client" : `the worker client for ${system}`;
  return `This client uses version ${protocol} of the protocol and the platform version ${WORKER_PROTOCOL}. Download ${download} from ${page}.`;
}
