/**
 * The trainings that this server has, in fact one, each in its state: those of life.ts, as for simulations.
 *
 * ```
 *  preparing   its files are fetched
 *  running     the child trains: points of the curves and checkpoints travel as they come
 *              asked to stop (a person pressed Stop Training): it ends with what there is -> over
 *  reporting   checkpoint and emulator are sent, then what it came to, until that is acknowledged
 *  dropping    nobody waits for it: the child is killed
 *  returning   this client leaves: the child ends with a checkpoint, which is sent
 *  returned    the platform is told that others may have it
 * ```
 */
import { join } from "node:path";
import { assertNever } from "@understudy/shared/assert-never.ts";
import { type TrainingAttempt, trainingKey } from "@understudy/shared/worker-training.ts";
import { messageOf } from "../command-line/message-of.ts";
import type { Requests } from "../connection/requests.ts";
import { isDiskFull } from "../files/disk.ts";
import type { FileCache } from "../files/file-cache.ts";
import type { Folder } from "../files/folder.ts";
import {
  BUSY,
  LIVING,
  type Phase,
  type SimulationEvent,
  TELLING,
  TRANSITIONS,
} from "../simulations/states.ts";
import { createTrainingPoints } from "./points.ts";
import { createTrainingReports, nameOf } from "./reports.ts";
import {
  CHECKPOINT,
  prepareTrainingDirectory,
  startTraining,
  type TrainingChild,
  type TrainingEnd,
  type TrainingOffer,
} from "./train-here.ts";
import { createTrainingUploads, type TrainingUploads } from "./uploads.ts";

/** Of these the platform hears in every heartbeat: also of those whose last checkpoint is still to be sent. */
const HEARD_OF: readonly Phase[] = [...LIVING, "returning", "returned"];

type Training = {
  readonly attempt: TrainingAttempt;
  readonly directory: string;
  readonly uploads: TrainingUploads;
  readonly end: AbortController;
  phase: Phase;
  /** By the clock of this machine. */
  leaseUntil: number;
  child: TrainingChild | null;
  came: TrainingEnd | null;
};

export type TrainingsHooks = {
  /** Any state changed. */
  readonly onChange: () => void;
  /** What the person at the terminal is told. */
  readonly onNews: (text: string, isBad: boolean) => void;
};

type Context = {
  readonly folder: Folder;
  readonly cache: FileCache;
  readonly requests: Requests;
  readonly freeBytes: () => Promise<number>;
  /** Aborted when the client ends. */
  readonly life: AbortSignal;
};

export type Trainings = ReturnType<typeof createTrainings>;

export function createTrainings(
  { folder, cache, requests, freeBytes, life }: Context,
  hooks: TrainingsHooks,
) {
  const trainings = new Map<string, Training>();
  const inPhase = (phases: readonly Phase[]) =>
    [...trainings.values()].filter(({ phase }) => phases.includes(phase));

  const happen = (training: Training, event: SimulationEvent, reason = ""): void => {
    const before = training.phase;
    const next = TRANSITIONS[before][event];
    if (next === before) return;
    training.phase = next;
    enter(training, before, reason);
    hooks.onChange();
  };

  const { report, giveBack } = createTrainingReports(requests, life, hooks.onNews);
  const enter = (training: Training, before: Phase, reason: string): void => {
    const { attempt, end, child } = training;
    switch (training.phase) {
      case "preparing":
        return;
      case "running":
        hooks.onNews(`${nameOf(attempt)} begins.`, false);
        return;
      case "reporting":
        inBackground(training, report);
        return;
      case "dropping":
        end.abort(new Error(reason));
        child?.kill();
        return;
      case "returning":
        if (child === null) end.abort(new Error(reason));
        else child.suspend();
        return;
      case "returned":
        inBackground(training, giveBack);
        return;
      case "gone":
        trainings.delete(trainingKey(attempt));
        if (!TELLING.includes(before)) hooks.onNews(`${nameOf(attempt)} was dropped. ${reason}`, false);
        folder.clearTraining(attempt).catch((error: unknown) => {
          hooks.onNews(`Could not clean up: ${messageOf(error)}`, true);
        });
        return;
      default:
        assertNever(training.phase);
    }
  };

  /** Done, the platform has answered. When the client ends before, the platform finds out once the lease does. */
  const inBackground = (training: Training, telling: (training: Training) => Promise<void>): void => {
    telling(training).then(
      () => happen(training, "acknowledged"),
      (error: unknown) => {
        if (life.aborted) return;
        // It could not be read from the disk, most likely; that much can be told.
        training.came = { type: "failed", kind: "infrastructure", reason: messageOf(error) };
        inBackground(training, report);
      },
    );
  };

  const over = (training: Training, came: TrainingEnd): void => {
    training.came = came;
    if (came.type === "suspended") happen(training, "ended");
    else if (came.type === "trained" || !["dropping", "returning"].includes(training.phase)) {
      happen(training, "over");
    } else happen(training, "ended");
  };

  const run = async (training: Training, offer: TrainingOffer): Promise<void> => {
    const { attempt, directory, end, uploads } = training;
    const watching = new AbortController();
    const signal = AbortSignal.any([life, end.signal]);
    const points = createTrainingPoints(requests, attempt, offer.order.point_count, signal);
    try {
      await folder.makeTrainingDirectory(attempt);
      points.progress(0, "Fetching the data");
      await prepareTrainingDirectory(directory, offer, cache, end.signal);
      const child = startTraining(directory, offer, points, () => isDiskFull(freeBytes));
      training.child = child;
      happen(training, "started");
      const watch = uploads.watchCheckpoints(AbortSignal.any([signal, watching.signal]));
      const came = await child.ended.finally(() => watching.abort());
      await watch;
      if (came.type === "trained") await points.flush();
      over(training, came);
    } catch (error) {
      if (end.signal.aborted) {
        happen(training, "ended");
        return;
      }
      const reason = (await isDiskFull(freeBytes)) ? "The disk of this server is full." : messageOf(error);
      over(training, { type: "failed", kind: "infrastructure", reason });
    }
  };

  const find = (attempt: TrainingAttempt) => trainings.get(trainingKey(attempt));
  return {
    has: (attempt: TrainingAttempt): boolean => find(attempt) !== undefined,
    /** Takes a training up. */
    begin: (offer: TrainingOffer, leaseUntil: number): void => {
      const attempt = { job: offer.job, attempt: offer.attempt };
      const directory = folder.trainingDirectoryOf(attempt);
      const training: Training = {
        attempt,
        directory,
        uploads: createTrainingUploads(requests, attempt, join(directory, CHECKPOINT)),
        end: new AbortController(),
        phase: "preparing",
        leaseUntil,
        child: null,
        came: null,
      };
      trainings.set(trainingKey(attempt), training);
      hooks.onChange();
      void run(training, offer);
    },
    happen: (attempt: TrainingAttempt, event: SimulationEvent, reason = ""): void => {
      const training = find(attempt);
      if (training !== undefined) happen(training, event, reason);
    },
    /** A person has stopped it. One that has not begun has nothing to show. */
    stop: (attempt: TrainingAttempt): void => {
      const training = find(attempt);
      if (training?.phase === "running") training.child?.stop();
      else if (training?.phase === "preparing") happen(training, "given-back", "It was stopped.");
    },
    renew: (attempts: readonly TrainingAttempt[], leaseUntil: number): void => {
      for (const attempt of attempts) {
        const training = find(attempt);
        if (training !== undefined) training.leaseUntil = leaseUntil;
      }
    },
    /** Ends what the platform has given to others by now. */
    dropExpired: (now: number): void => {
      for (const training of inPhase(["preparing", "running"])) {
        if (now > training.leaseUntil) {
          happen(training, "unwanted", "The platform has not been heard for too long.");
        }
      }
    },
    giveBack: (reason: string): void => {
      for (const training of inPhase(["preparing", "running"])) happen(training, "given-back", reason);
    },
    /** Ends every child at once: what is being given back goes without its last checkpoint. */
    kill: (): void => {
      for (const { child } of inPhase(BUSY)) child?.kill();
    },
    busy: (): number => inPhase(BUSY).length,
    telling: (): number => inPhase(TELLING).length,
    living: (): TrainingAttempt[] => inPhase(HEARD_OF).map(({ attempt }) => attempt),
  };
}
