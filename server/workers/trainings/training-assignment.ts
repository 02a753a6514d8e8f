/** Keeps one connected server supplied with one training at a time, and stores what it reports of it. */
import { LEASE_MS } from "@understudy/engine/dispatch/rules.ts";
import { OFFER_MS } from "@understudy/shared/worker/worker-protocol.ts";
import { type TrainingAttempt, trainingKey } from "@understudy/shared/worker/worker-training.ts";
import pLimit from "p-limit";
import { leaseTraining } from "../../commands/trainings/lease-training.ts";
import { reconcileTrainings, renewTraining } from "../../commands/trainings/renew-trainings.ts";
import { couldNotTrain, failTraining, giveTrainingBack } from "../../commands/trainings/training-outcomes.ts";
import { log } from "../../core/log.ts";
import type { ConnectedServer } from "../../dispatch/connected-server.ts";
import { hasTraining } from "../../dispatch/training-lease.ts";
import type { ResourceStatus } from "../resource-status.ts";
import type { Send, WorkersPlatform } from "../types.ts";
import { type MessageOf, type TrainingMessage, toAttempt } from "./training-messages.ts";
import { addTrainingPoints, storeUploadedEmulator } from "./training-reports.ts";
import { TrainingSlot } from "./training-slot.ts";
import { storeUploadChunk } from "./training-uploads.ts";

/** The interval at which a training without a message is searched for. */
const LOOK_MS = 5_000;
/** A server that declined a training, or could not do it, is not offered one again at once. */
const PAUSE_MS = 2_000;

type Options = {
  readonly server: ConnectedServer;
  readonly send: Send;
  readonly status: ResourceStatus;
  /** Tells whether the server asks for trainings, and this connection is still its own. */
  readonly isWilling: () => boolean;
};

export class TrainingAssignment {
  readonly #platform: WorkersPlatform;
  readonly #options: Options;
  readonly #slot: TrainingSlot;
  /** Changes of the slot happen one after the other, and a report after an acceptance is stored after it. */
  readonly #queue = pLimit(1);
  /** So do the writes of chunks: one that came before its predecessor would leave a gap. */
  readonly #fileQueue = pLimit(1);
  readonly #timer: NodeJS.Timeout;
  #offerTimer: NodeJS.Timeout | undefined;
  #pausedUntil = 0;

  constructor(platform: WorkersPlatform, options: Options) {
    this.#platform = platform;
    this.#options = options;
    const onChange = () => {
      clearTimeout(this.#offerTimer);
      options.status.loadChanged();
    };
    this.#slot = new TrainingSlot(() => performance.now(), onChange);
    this.#timer = setInterval(() => this.#offerSoon(), LOOK_MS);
  }

  /** Trainings that it has, or is being offered. */
  get size(): number {
    return this.#slot.held === null ? 0 : 1;
  }

  /** There may be a training for it, or news of the one that it has. */
  check(): void {
    this.#enqueue(async () => {
      await this.#compareWithJob();
      await this.#offer();
    });
  }

  async handle(message: TrainingMessage): Promise<void> {
    const attempt = toAttempt(message);
    switch (message.type) {
      case "training-accept":
        return await this.#queue(() => this.#accept(attempt));
      case "training-decline":
        return await this.#queue(() => this.#withdraw(attempt));
      case "training-points":
        return await this.#queue(() => this.#addPoints(message));
      case "training-file":
        return await this.#fileQueue(() => this.#storeChunk(message));
      case "trained":
        return await this.#queue(() => this.#storeEmulator(message));
      case "training-failed":
        return await this.#queue(() => this.#fail(message));
      case "training-given-back":
        return await this.#queue(() => this.#giveBack(message));
    }
  }

  /** Takes up what it trains as the connection begins. @returns what of it it has lost */
  async resume(trainings: readonly TrainingAttempt[]): Promise<TrainingAttempt[]> {
    const held = await reconcileTrainings(this.#platform, this.#options.server, trainings);
    const [first] = held;
    if (first !== undefined) this.#slot.take(first);
    for (const { attempt, isStopped } of held) if (isStopped) this.#sendStop(attempt);
    return trainings.filter(
      (training) => first === undefined || trainingKey(training) !== trainingKey(first.attempt),
    );
  }

  /** Renews the leases of what it trains and gives back what it does not name. @returns what of it it has lost */
  async renew(trainings: readonly TrainingAttempt[]): Promise<TrainingAttempt[]> {
    return await this.#queue(async () => {
      const lost: TrainingAttempt[] = [];
      for (const training of trainings) {
        const renewed = await renewTraining(this.#platform, this.#options.server, training);
        if (renewed?.isStopped) this.#sendStop(training);
        if (renewed !== null) continue;
        lost.push(training);
        this.#slot.free(training);
      }
      const forgotten = this.#slot.freeUnreported(trainings);
      if (forgotten !== null) await giveTrainingBack(this.#platform, forgotten.claim, forgotten.attempt);
      return lost;
    });
  }

  stop(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#offerTimer);
  }

  /** Its socket is closed: what it was offered goes back, what it took stays its own as long as its lease. */
  async close(): Promise<void> {
    await this.#queue(async () => {
      const { held } = this.#slot;
      if (held !== null) await this.#withdraw(held.attempt);
    });
  }

  async #offer(): Promise<void> {
    const { server, send, isWilling } = this.#options;
    if (this.#slot.held !== null || !isWilling() || performance.now() < this.#pausedUntil) return;
    const leased = await leaseTraining(this.#platform, server);
    if (leased === null) return;
    const { attempt, claim, order, files } = leased;
    if (!isWilling()) return void (await giveTrainingBack(this.#platform, claim, attempt));
    this.#slot.offer(leased);
    send({ type: "training-offer", ...attempt, order, files: [...files], lease_ms: LEASE_MS });
    this.#offerTimer = setTimeout(() => this.#enqueue(() => this.#withdraw(attempt)), OFFER_MS);
  }

  /** It did not accept what it was offered. */
  async #withdraw(attempt: TrainingAttempt): Promise<void> {
    const offered = this.#slot.freeOffered(attempt);
    if (offered === null) return;
    this.#pause();
    await giveTrainingBack(this.#platform, offered.claim, attempt);
  }

  async #compareWithJob(): Promise<void> {
    const attempt = this.#slot.held?.attempt;
    if (attempt === undefined) return;
    const job = await this.#platform.store.jobs.findOne(hasTraining(this.#options.server, attempt));
    if (job === null) {
      this.#slot.free(attempt);
      this.#sendCancel(attempt, "Its job was stopped, or is trained elsewhere.");
    } else if (job.status === "Interrupted") this.#sendStop(attempt);
  }

  async #accept(attempt: TrainingAttempt): Promise<void> {
    const offered = this.#slot.of(attempt);
    if (offered === null) return this.#sendCancel(attempt, "The offer was withdrawn.");
    this.#slot.take(offered);
    const started = await this.#platform.ports.transition(offered.claim, { trigger: "training-started" });
    if (started === "refused") await this.#compareWithJob();
  }

  async #addPoints(message: MessageOf<"training-points">): Promise<void> {
    const held = this.#slot.of(message);
    const { server, send } = this.#options;
    const next = held && (await addTrainingPoints(this.#platform, held.claim, server, message));
    if (next === null) return this.check();
    send({ type: "training-noted", id: message.id, next });
  }

  async #storeChunk(message: MessageOf<"training-file">): Promise<void> {
    const attempt = toAttempt(message);
    const { id } = message;
    const { server, send } = this.#options;
    if (this.#slot.of(attempt) === null) {
      const refusal = "This training is not this server's any more.";
      send({ type: "training-kept", id, received: 0, refusal });
      return this.check();
    }
    const { jobs } = this.#platform.store;
    const isHeld = async () => (await jobs.count(hasTraining(server, attempt))) > 0;
    const stored = await storeUploadChunk(this.#platform, message, isHeld);
    send({ type: "training-kept", id, ...stored });
  }

  async #storeEmulator(message: MessageOf<"trained">): Promise<void> {
    const held = this.#slot.of(message);
    if (held !== null) {
      await storeUploadedEmulator(this.#platform, held.claim, this.#options.server, message);
      await this.#options.status.count("result");
    }
    this.#finish(message);
  }

  async #fail(message: MessageOf<"training-failed">): Promise<void> {
    const attempt = toAttempt(message);
    const held = this.#slot.of(attempt);
    if (held !== null) {
      const fail = message.kind === "model" ? failTraining : couldNotTrain;
      await fail(this.#platform, held.claim, attempt, message.reason);
      this.#pause();
      await this.#options.status.count(message.kind);
    }
    this.#finish(message);
  }

  async #giveBack(message: MessageOf<"training-given-back">): Promise<void> {
    const attempt = toAttempt(message);
    const held = this.#slot.of(attempt);
    if (held !== null) await giveTrainingBack(this.#platform, held.claim, attempt);
    this.#finish(message);
  }

  /** The outcome is stored: the server may forget the training and have another. */
  #finish(report: TrainingAttempt & { readonly id: number }): void {
    const attempt = toAttempt(report);
    this.#slot.free(attempt);
    this.#options.send({ type: "training-ack", id: report.id, ...attempt });
    this.#offerSoon();
  }

  #pause(): void {
    this.#pausedUntil = performance.now() + PAUSE_MS;
    setTimeout(() => this.#offerSoon(), PAUSE_MS).unref();
  }

  #offerSoon(): void {
    this.#enqueue(() => this.#offer());
  }

  #enqueue(work: () => Promise<void>): void {
    this.#queue(work).catch((err: unknown) =>
      log.warn({ err, resourceId: this.#options.server.id }, "the training of a server could not be handled"),
    );
  }

  #sendStop(attempt: TrainingAttempt): void {
    this.#options.send({ type: "training-stop", ...toAttempt(attempt) });
  }

  #sendCancel(attempt: TrainingAttempt, reason: string): void {
    this.#options.send({ type: "training-cancel", ...toAttempt(attempt), reason });
  }
}
