/**
 * The trainings that this server has been leased, one at a time. Their phases are those of simulations (leases/states.ts):
 *
 * ```
 *  preparing   its files are fetched
 *  running     the child trains: points of the curves and checkpoints are sent as they come;
 *              once it is asked to stop (a person pressed Stop Training) it ends with the model so far -> completed
 *  reporting   the checkpoint and the emulator are sent, then the report until that is acknowledged
 *  dropping    the platform does not want it any more: the child is killed
 *  returning   this client leaves: the child ends with a checkpoint, which is sent
 *  returned    the platform is informed that other servers may have it
 * ```
 */
import { join } from "node:path";
import { assertNever } from "@understudy/shared/assert-never.ts";
import { type TrainingAttempt, trainingKey } from "@understudy/shared/worker/worker-training.ts";
import { isDiskFull } from "../files/disk.ts";
import type { FileCache } from "../files/file-cache.ts";
import type { Folder } from "../files/folder.ts";
import { type LeasedItem, LeasedWork } from "../leases/leased-work.ts";
import { BUSY, type Phase, RENEWED, UNACKNOWLEDGED } from "../leases/states.ts";
import { messageOf } from "../support/message-of.ts";
import type { Requests } from "../support/requests.ts";
import { createTrainingPoints } from "./points.ts";
import {
  CHECKPOINT,
  prepareTrainingDirectory,
  startTraining,
  type TrainingChild,
  type TrainingEnd,
  type TrainingOffer,
} from "./training-child.ts";
import { createTrainingUploads, type TrainingUploads } from "./uploads.ts";

/** The lease of a training whose last checkpoint is still to be sent is renewed too. */
const RENEWED_TRAININGS: readonly Phase[] = [...RENEWED, "returning", "returned"];

type Training = LeasedItem<TrainingAttempt> & {
  readonly directory: string;
  readonly uploads: TrainingUploads;
  readonly controller: AbortController;
  child: TrainingChild | null;
  end: TrainingEnd | null;
};

export type TrainingHooks = {
  /** Called after every change of a phase. */
  readonly onChange: () => void;
  /** A message for the person at the terminal. */
  readonly onMessage: (text: string, isProblem: boolean) => void;
};

type Context = {
  readonly folder: Folder;
  readonly cache: FileCache;
  readonly requests: Requests;
  readonly freeBytes: () => Promise<number>;
  /** True: networks may train on the GPU of this machine. */
  readonly usesGpu: boolean;
  /** Aborted when the client ends. */
  readonly closing: AbortSignal;
};

export class TrainingRunner extends LeasedWork<TrainingAttempt, Training> {
  readonly #context: Context;
  readonly #hooks: TrainingHooks;
  readonly #reports: ReturnType<typeof createTrainingReports>;

  constructor(context: Context, hooks: TrainingHooks) {
    super({ keyOf: trainingKey, renewed: RENEWED_TRAININGS, onChange: hooks.onChange });
    this.#context = context;
    this.#hooks = hooks;
    this.#reports = createTrainingReports(context.requests, context.closing, hooks.onMessage);
  }

  /** @param leaseUntil milliseconds by the clock of this machine */
  begin(offer: TrainingOffer, leaseUntil: number): void {
    const attempt = { job: offer.job, attempt: offer.attempt };
    const directory = this.#context.folder.trainingDirectoryOf(attempt);
    const training: Training = {
      attempt,
      directory,
      uploads: createTrainingUploads(this.#context.requests, attempt, join(directory, CHECKPOINT)),
      controller: new AbortController(),
      phase: "preparing",
      leaseUntil,
      child: null,
      end: null,
    };
    this.add(training);
    this.#hooks.onChange();
    void this.#run(training, offer);
  }

  /** A person has stopped it: it ends with the model so far. One that has not begun has no model, and is given back. */
  stop(attempt: TrainingAttempt): void {
    const training = this.find(attempt);
    if (training?.phase === "running") training.child?.stop();
    else if (training?.phase === "preparing") this.apply(training, "given-back", "It was stopped.");
  }

  /** Ends every child at once: a training that is being given back goes without its last checkpoint. */
  kill(): void {
    for (const { child } of this.inPhase(BUSY)) child?.kill();
  }

  protected override enter(training: Training, previous: Phase, reason: string): void {
    const { attempt, controller, child } = training;
    switch (training.phase) {
      case "preparing":
        return;
      case "running":
        this.#hooks.onMessage(`${describeTraining(attempt)} has started.`, false);
        return;
      case "reporting":
        this.#acknowledgeAfter(training, this.#reports.report(training));
        return;
      case "dropping":
        controller.abort(new Error(reason));
        child?.kill();
        return;
      case "returning":
        if (child === null) controller.abort(new Error(reason));
        else child.suspend();
        return;
      case "returned":
        this.#acknowledgeAfter(training, this.#reports.giveBack(training));
        return;
      case "gone":
        this.#finish(training, previous, reason);
        return;
      default:
        assertNever(training.phase);
    }
  }

  async #run(training: Training, offer: TrainingOffer): Promise<void> {
    const { controller } = training;
    try {
      this.#complete(training, await this.#train(training, offer));
    } catch (error) {
      if (controller.signal.aborted) {
        this.apply(training, "aborted");
        return;
      }
      const isFull = await isDiskFull(this.#context.freeBytes);
      const reason = isFull ? "The disk of this server is full." : messageOf(error);
      this.#complete(training, { type: "failed", kind: "infrastructure", reason });
    }
  }

  /** @throws Error when its directory cannot be prepared, or the reason of an abort */
  async #train(training: Training, offer: TrainingOffer): Promise<TrainingEnd> {
    const { attempt, directory, controller, uploads } = training;
    const { folder, cache, requests, freeBytes, usesGpu, closing } = this.#context;
    const signal = AbortSignal.any([closing, controller.signal]);
    const points = createTrainingPoints(requests, attempt, offer.order.point_count, signal);
    await folder.makeTrainingDirectory(attempt);
    points.progress(0, "Fetching the data");
    await prepareTrainingDirectory(directory, offer, cache, controller.signal);
    const devices = {
      usesGpu,
      onMessage: (text: string) => this.#hooks.onMessage(`${describeTraining(attempt)}: ${text}`, false),
    };
    const child = startTraining(directory, offer, points, devices, () => isDiskFull(freeBytes));
    training.child = child;
    this.apply(training, "started");
    const watching = new AbortController();
    const watch = uploads.watchCheckpoints(AbortSignal.any([signal, watching.signal]));
    const end = await child.ended.finally(() => watching.abort());
    await watch;
    if (end.type === "trained") await points.flush();
    return end;
  }

  #complete(training: Training, end: TrainingEnd): void {
    training.end = end;
    const isLeaving = training.phase === "dropping" || training.phase === "returning";
    const isReported = end.type === "trained" || (end.type === "failed" && !isLeaving);
    this.apply(training, isReported ? "completed" : "aborted");
  }

  /** When the client ends before the platform has answered, the platform finds out when the lease runs out. */
  #acknowledgeAfter(training: Training, sent: Promise<void>): void {
    sent.then(
      () => this.apply(training, "acknowledged"),
      (error: unknown) => {
        if (this.#context.closing.aborted) return;
        // Most likely a file could not be read from the disk; that can be reported.
        training.end = { type: "failed", kind: "infrastructure", reason: messageOf(error) };
        this.#acknowledgeAfter(training, this.#reports.report(training));
      },
    );
  }

  #finish(training: Training, previous: Phase, reason: string): void {
    const { attempt } = training;
    this.remove(training);
    if (!UNACKNOWLEDGED.includes(previous)) {
      this.#hooks.onMessage(`${describeTraining(attempt)} was dropped. ${reason}`, false);
    }
    this.#context.folder.clearTraining(attempt).catch((error: unknown) => {
      this.#hooks.onMessage(`Could not clean up: ${messageOf(error)}`, true);
    });
  }
}

/** Time limit for sending the last checkpoint of a training that is given back. */
const LAST_CHECKPOINT_MS = 20_000;

type EndedTraining = {
  readonly attempt: TrainingAttempt;
  readonly directory: string;
  readonly uploads: TrainingUploads;
  readonly controller: AbortController;
  readonly end: TrainingEnd | null;
};

const describeTraining = ({ job }: TrainingAttempt): string => `The training of job ${job}`;

/** @param closing Aborted when the client ends. */
function createTrainingReports(
  requests: Requests,
  closing: AbortSignal,
  onMessage: (text: string, isProblem: boolean) => void,
) {
  const fail = async (attempt: TrainingAttempt, kind: "model" | "infrastructure", reason: string) => {
    onMessage(`${describeTraining(attempt)} failed: ${reason}`, true);
    await requests.ask(
      { type: "training-failed", ...attempt, kind, reason: reason.slice(0, 2_000) },
      closing,
    );
  };
  return {
    report: async ({ attempt, directory, uploads, end }: EndedTraining): Promise<void> => {
      if (end === null || end.type === "suspended") return;
      if (end.type === "failed") return await fail(attempt, end.kind, end.reason);
      const { file, stopReason } = end.emulator;
      await uploads.sendCheckpoint(closing);
      const { upload, refusal } = await uploads.send("emulator", join(directory, file), closing);
      if (refusal !== null) {
        return await fail(attempt, "infrastructure", `The platform did not accept the emulator. ${refusal}`);
      }
      await requests.ask({ type: "trained", ...attempt, upload, end: stopReason }, closing);
      onMessage(`${describeTraining(attempt)} is done (${stopReason}).`, false);
    },
    giveBack: async ({ attempt, uploads, controller }: EndedTraining): Promise<void> => {
      const deadline = AbortSignal.any([closing, AbortSignal.timeout(LAST_CHECKPOINT_MS)]);
      await uploads.sendCheckpoint(deadline).catch(() => undefined);
      const reason = controller.signal.aborted
        ? messageOf(controller.signal.reason)
        : "Its server is leaving.";
      onMessage(`${describeTraining(attempt)} was given back.`, false);
      await requests.ask({ type: "training-given-back", ...attempt, reason }, closing);
    },
  };
}
