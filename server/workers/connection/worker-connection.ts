/**
 * A connected server, from its hello to its end:
 *
 * ```
 *  serving --going-away--> leaving --closed--> gone
 *     \-------------------------------closed--> gone
 * ```
 * While it is serving it is offered as much as it has slots for. Nothing is done for it once its socket is closed or another
 * connection is the server's. Its leases outlive the socket: it may come back.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { assertNever } from "@understudy/shared/assert-never.ts";
import type { Hello, ToPlatform } from "@understudy/shared/worker/worker-protocol.ts";
import type { Attempt } from "@understudy/shared/worker/worker-simulation.ts";
import { signOut } from "../../commands/resources/resources.ts";
import { log } from "../../core/log.ts";
import type { ConnectedServer } from "../../dispatch/connected-server.ts";
import type { ResourceRecord } from "../../models/resource.ts";
import { answerRead } from "../files/answer-read.ts";
import { createFileAccess, type FileAccess } from "../files/file-access.ts";
import { createResourceStatus, type ResourceStatus } from "../resource-status.ts";
import { SimulationAssignments } from "../simulations/simulation-assignments.ts";
import { TrainingAssignment } from "../trainings/training-assignment.ts";
import type { Send, WorkersPlatform } from "../types.ts";

type Message = Exclude<ToPlatform, { type: "hello" | "check" }>;
type Heartbeat = Extract<Message, { type: "heartbeat" }> & {
  /** The attempts that the server had accepted and does not name, when it sent this heartbeat. */
  readonly unreported: readonly Attempt[];
};
type Socket = { readonly send: Send; readonly close: () => void };

/** A heartbeat that comes sooner after another is answered with the next. */
const MIN_INTERVAL_MS = 500;

/** Answers heartbeats one after the other; of those that come faster than they are needed, only the latest. */
function createHeartbeats<Heartbeat>(answer: (heartbeat: Heartbeat) => Promise<void>) {
  let latest: Heartbeat | null = null;
  let answering: Promise<void> | null = null;

  const answerAll = async () => {
    try {
      while (latest !== null) {
        const heartbeat = latest;
        latest = null;
        await answer(heartbeat);
        await sleep(MIN_INTERVAL_MS, null, { ref: false });
      }
    } finally {
      answering = null;
    }
  };

  return {
    add: async (heartbeat: Heartbeat): Promise<void> => {
      latest = heartbeat;
      if (answering !== null) return;
      answering = answerAll();
      await answering;
    },
  };
}

export class WorkerConnection {
  readonly resourceId: number;
  readonly #platform: WorkersPlatform;
  readonly #resource: ResourceRecord;
  readonly #send: Send;
  readonly #status: ResourceStatus;
  readonly #simulations: SimulationAssignments;
  readonly #training: TrainingAssignment;
  readonly #fileAccess: FileAccess;
  readonly #heartbeats = createHeartbeats((heartbeat: Heartbeat) => this.#renew(heartbeat));
  #isOpen = true;
  #isLeaving = false;

  constructor(platform: WorkersPlatform, resource: ResourceRecord, hello: Hello, { send, close }: Socket) {
    const { _id, user_id, role, only, machine } = resource;
    const name = machine?.label ?? resource.name;
    const server: ConnectedServer = { id: _id, name, userId: user_id, only };
    this.resourceId = _id;
    this.#platform = platform;
    this.#resource = resource;
    this.#send = send;
    const load = () => this.#simulations.size + this.#training.size;
    this.#status = createResourceStatus(platform, resource, load, () => {
      this.#end();
      close();
    });
    const status = this.#status;
    this.#simulations = new SimulationAssignments(platform, {
      server,
      send,
      status,
      concurrency: hello.allowed,
      isWilling: () => this.#isServing() && role !== "Training",
    });
    this.#training = new TrainingAssignment(platform, {
      server,
      send,
      status,
      isWilling: () => this.#isServing() && role !== "Simulations" && hello.trainings !== undefined,
    });
    this.#fileAccess = createFileAccess(platform, server);
  }

  /** Compares what it runs with its leases, welcomes it, and offers it work. To be called once, before anything else. */
  async begin(hello: Hello, isStartedAnew: boolean): Promise<void> {
    const lost = await this.#simulations.resume(hello.running, isStartedAnew);
    const lost_trainings = await this.#training.resume(hello.trainings ?? []);
    this.#send({ type: "welcome", resource_id: this.resourceId, lost, lost_trainings });
    this.#status.loadChanged();
    this.offerWork();
  }

  async handle(message: Message): Promise<void> {
    switch (message.type) {
      case "heartbeat":
        return await this.#heartbeats.add({
          ...message,
          unreported: this.#simulations.unreported(message.running),
        });
      case "accept":
      case "decline":
      case "result":
      case "failed":
      case "given-back":
      case "log":
      case "keep":
        return await this.#simulations.handle(message);
      case "training-accept":
      case "training-decline":
      case "training-points":
      case "training-file":
      case "trained":
      case "training-failed":
      case "training-given-back":
        return await this.#training.handle(message);
      case "read-spec":
      case "read-file":
        return await answerRead(this.#fileAccess, message, this.#send);
      case "going-away":
        this.#isLeaving = true;
        return await this.#simulations.releasePrefetched();
      default:
        assertNever(message);
    }
  }

  /** A job may have simulations for it, or a training. */
  offerWork(): void {
    this.#simulations.offerMore();
    this.#training.check();
  }

  cancelJob(jobId: number): void {
    this.#simulations.cancelJob(jobId);
    this.#training.check();
  }

  /** Its socket is closed. */
  async close(): Promise<void> {
    this.#end();
    await this.#simulations.close();
    await this.#training.close();
    await signOut(this.#platform, this.#resource);
  }

  #isServing(): boolean {
    return this.#isOpen && !this.#isLeaving && !this.#status.isHeldBack();
  }

  async #renew({ sequence, running, trainings = [], unreported, queue }: Heartbeat): Promise<void> {
    await this.#status.recordMessage();
    if (!this.#isOpen) return;
    const lost = await this.#simulations.renew(running, unreported);
    const lost_trainings = await this.#training.renew(trainings);
    this.#status.loadChanged();
    this.#send({ type: "renewed", sequence, lost, lost_trainings });
    if (queue === undefined) return;
    await this.#simulations.storeQueue(queue).catch((err: unknown) => {
      log.warn({ err, resourceId: this.resourceId }, "the queue of a server's cluster could not be stored");
    });
  }

  #end(): void {
    this.#isOpen = false;
    this.#status.stop();
    this.#simulations.stop();
    this.#training.stop();
  }
}
