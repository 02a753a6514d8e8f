/** The simulations of one connected server: what it is offered, what it runs, and what it reports. */
import type { ToPlatform } from "@understudy/shared/worker/worker-protocol.ts";
import { type Attempt, attemptKey, type ClusterQueue } from "@understudy/shared/worker/worker-simulation.ts";
import pLimit from "p-limit";
import { z } from "zod";
import type { ConnectedServer } from "../../dispatch/connected-server.ts";
import {
  giveBack,
  reconcileLeases,
  renewLeases,
  storeFailure,
  storeResult,
} from "../../dispatch/dispatch.ts";
import type { Platform } from "../../platform/platform.ts";
import type { ResourceStatus } from "../resource-status.ts";
import type { Send } from "../types.ts";
import { createQueuePlaces, selectHeldPlaces, summarizeQueue } from "./queue-places.ts";
import { createSimulationFiles } from "./simulation-files.ts";
import { SimulationOffers } from "./simulation-offers.ts";
import { createSlots } from "./slots.ts";

export type SimulationMessage = Extract<
  ToPlatform,
  { type: "accept" | "decline" | "result" | "failed" | "given-back" | "log" | "keep" }
>;
type MessageOf<Type extends SimulationMessage["type"]> = Extract<SimulationMessage, { type: Type }>;

type Options = {
  readonly server: ConnectedServer;
  readonly send: Send;
  readonly status: ResourceStatus;
  /** Simulations that it runs at a time. */
  readonly concurrency: number;
  /** Tells whether the server asks for simulations, and this connection is still its own. */
  readonly isWilling: () => boolean;
};

const jobOfSimulation = z.object({ _id: z.int(), job_id: z.int() });

type AssignmentPlatform = Pick<Platform, "store" | "storage" | "space" | "publish" | "wakeUps" | "outcomes">;

export class SimulationAssignments {
  readonly #platform: AssignmentPlatform;
  readonly #options: Options;
  readonly #slots = createSlots(() => performance.now());
  readonly #offers: SimulationOffers;
  readonly #files: ReturnType<typeof createSimulationFiles>;
  readonly #queuePlaces: ReturnType<typeof createQueuePlaces>;
  /** Parts of logs are written one after the other. */
  readonly #logQueue = pLimit(1);

  constructor(platform: AssignmentPlatform, options: Options) {
    this.#platform = platform;
    this.#options = options;
    this.#offers = new SimulationOffers(platform, { ...options, slots: this.#slots });
    this.#files = createSimulationFiles(platform);
    this.#queuePlaces = createQueuePlaces(platform, options.server, this.#slots.jobOf);
  }

  /** Simulations that it has, or is being offered. */
  get size(): number {
    return this.#slots.size;
  }

  /** Takes up what it runs as the connection begins. @returns what of it it has lost */
  async resume(reported: readonly Attempt[], isStartedAnew: boolean): Promise<Attempt[]> {
    const { lost } = await reconcileLeases(this.#platform, this.#options.server, reported, isStartedAnew);
    const lostKeys = new Set(lost.map(attemptKey));
    const running = reported.filter((attempt) => !lostKeys.has(attemptKey(attempt)));
    const ids = running.map(({ simulation }) => simulation);
    const records = await this.#platform.store.simulations.find({ _id: { $in: ids } }, {}, jobOfSimulation);
    const jobs = new Map(records.map(({ _id, job_id }) => [_id, job_id]));
    for (const attempt of running) {
      const jobId = jobs.get(attempt.simulation);
      if (jobId !== undefined) this.#slots.resume(attempt, jobId);
    }
    return lost;
  }

  /** Lists the attempts that the server has accepted and does not name among those that it runs. */
  unreported(running: readonly Attempt[]): Attempt[] {
    return this.#slots.unreported(running);
  }

  /** Renews the leases of what it runs and gives back what it does not name. @returns what of it it has lost */
  async renew(running: readonly Attempt[], unreported: readonly Attempt[]): Promise<Attempt[]> {
    const { server } = this.#options;
    const { lost } = await renewLeases(this.#platform, server, running);
    const forgotten = unreported.filter(this.#slots.free);
    for (const attempt of lost) this.#slots.free(attempt);
    if (forgotten.length > 0) await giveBack(this.#platform, server, forgotten);
    return lost;
  }

  /** Stores where the scheduler of its cluster has its simulations; the server may name others, or one twice. */
  async storeQueue({ scheduler, places }: ClusterQueue): Promise<void> {
    const heldPlaces = selectHeldPlaces(places, this.#slots.jobOf);
    await this.#options.status.queueChanged(summarizeQueue(scheduler, heldPlaces));
    await this.#queuePlaces.store(heldPlaces);
  }

  async handle(message: SimulationMessage): Promise<void> {
    const { server, status } = this.#options;
    switch (message.type) {
      case "accept":
        if (!this.#slots.accept(message)) this.#cancel(message, "The offer was withdrawn.");
        return status.loadChanged();
      case "decline":
        this.#offers.declined(message);
        return await giveBack(this.#platform, server, [message]);
      case "result":
        // It has the slot free already, and may begin with the next one while this is being stored.
        this.#release(message);
        await storeResult(this.#platform, server, toResult(message));
        this.#acknowledge(message);
        return await status.count("result");
      case "failed":
        await storeFailure(this.#platform, server, toFailure(message));
        this.#acknowledge(message);
        await status.count(message.kind);
        return this.#release(message);
      case "given-back":
        await giveBack(this.#platform, server, [message]);
        this.#acknowledge(message);
        return this.#release(message, false);
      case "log":
        return await this.#storeLog(message);
      case "keep":
        return await this.#storeFile(message);
    }
  }

  /** There may be new work. */
  offerMore(): void {
    this.#offers.offerMore();
  }

  cancelJob(jobId: number): void {
    for (const attempt of this.#slots.freeJob(jobId)) this.#cancel(attempt, "Its job was stopped.");
    this.#offers.dropJob(jobId);
    this.#options.status.loadChanged();
    this.#offers.offerMore();
  }

  /** Releases the simulations that the server has not been offered: they go to other servers. */
  async releasePrefetched(): Promise<void> {
    await this.#offers.releasePrefetched();
  }

  stop(): void {
    this.#offers.stop();
  }

  /** Gives back what it was offered and will not answer any more. */
  async close(): Promise<void> {
    await giveBack(this.#platform, this.#options.server, this.#slots.freeOffered());
    await this.#offers.releasePrefetched();
  }

  async #storeLog(message: MessageOf<"log">): Promise<void> {
    const jobId = this.#slots.jobOf(message);
    if (jobId !== null) await this.#logQueue(() => this.#files.storeLog(jobId, message));
  }

  async #storeFile(message: MessageOf<"keep">): Promise<void> {
    const jobId = this.#slots.jobOf(message);
    const notHeld = { received: 0, refusal: "This simulation is not this server's any more." };
    const stored = jobId === null ? notHeld : await this.#files.storeChunk(jobId, message);
    this.#options.send({ type: "kept", id: message.id, ...stored });
  }

  #release(attempt: Attempt, wasRun = true): void {
    const jobId = this.#slots.jobOf(attempt);
    const ms = this.#slots.ageOf(attempt);
    if (jobId !== null) this.#files.forget(jobId, attempt.simulation);
    this.#slots.free(attempt);
    this.#options.status.loadChanged();
    this.#offers.slotFreed(wasRun ? ms : null);
  }

  #acknowledge(report: Attempt & { readonly id: number }): void {
    this.#options.send({ type: "ack", id: report.id, ...toAttempt(report) });
  }

  #cancel(attempt: Attempt, reason: string): void {
    this.#options.send({ type: "cancel", ...toAttempt(attempt), reason });
  }
}

function toResult(message: MessageOf<"result">) {
  const { simulation, attempt, outputs, undefined_outputs, running_time, log_tail } = message;
  return { simulation, attempt, outputs, undefined_outputs, running_time, log_tail };
}

const toFailure = ({ simulation, attempt, kind, reason, running_time, log_tail }: MessageOf<"failed">) => ({
  simulation,
  attempt,
  kind,
  reason,
  running_time,
  log_tail,
});

/** The two fields that identify an attempt, of any message that names one. */
const toAttempt = ({ simulation, attempt }: Attempt): Attempt => ({ simulation, attempt });
