import { UserError } from "@understudy/shared/user-error.ts";
import type { SuspiciousRows } from "../models/emulator.ts";
import type { EnsembleEmulatorParts } from "../models/ensemble/parts.ts";
import type { FitResult, FitTask, TrainingData } from "../models/fit-task.ts";
import { createTaskKey, type TrainingState, writeCheckpoint } from "./checkpoint.ts";
import { createEnsemble } from "./ensemble/ensemble.ts";
import type { Ensemble } from "./ensemble/ensemble-data.ts";
import type { Executor } from "./fit/executor.ts";
import type { FitReport } from "./fit/fit-report.ts";
import { FitThreads } from "./fit/fit-threads.ts";
import { DeviceFits } from "./fit/gpu/device-fits.ts";
import { createInlineExecutor } from "./fit/inline-executor.ts";
import { fitStage } from "./fit-stage.ts";
import { taskCost } from "./plan/fit-cost.ts";
import { learningCurve } from "./plan/learning-curve.ts";
import { type Plan, type Stage, sumCosts } from "./plan/stages.ts";
import type { GpuUse, ProgressEvent, TrainContext, TrainEvent, TrainStopReason } from "./prepare/messages.ts";
import type { Prepared } from "./prepare/prepare.ts";
import { createTrainingTime, type TrainingTime } from "./training-time.ts";

/** Milliseconds to the first checkpoint, between two, and between two progress events at least. */
const FIRST_CHECKPOINT = 1000;
const CHECKPOINT_INTERVAL = 4000;
const PROGRESS_INTERVAL = 150;
/** At most this share of the time goes into measuring progress. */
const MAX_PROGRESS_SHARE = 0.08;

export interface TrainingParts {
  prepared: Prepared;
  /** The state of an earlier training, or a fresh one. It is updated as tasks end. */
  state: TrainingState;
  fingerprint: number;
  /** Seconds. */
  budget: number;
}

/** A training that runs the tasks of a plan: keeps their results, and measures time and progress. */
export class Training {
  readonly #prepared: Prepared;
  readonly #state: TrainingState;
  readonly #fingerprint: number;
  readonly #budget: number;
  readonly #clock: () => number;
  readonly #stopRequested: () => boolean;
  readonly #gpu: GpuUse | null;
  readonly #secondsBefore: number;
  readonly #time: TrainingTime;
  readonly #ensemble: Ensemble;
  readonly #progress: ReturnType<typeof createProgress>;
  /** All tasks so far, in the order of the plan. */
  readonly #tasks: FitTask[] = [];
  /** The reasons why tasks have no result, by their keys. */
  readonly #failures = new Map<string, string>();
  #nextProgress = 0;
  #nextCheckpoint: number;

  constructor({ prepared, state, fingerprint, budget }: TrainingParts, context: TrainContext) {
    const { clock, stopRequested = () => false, gpu = null } = context;
    this.#gpu = gpu;
    this.#prepared = prepared;
    this.#state = state;
    this.#fingerprint = fingerprint;
    this.#budget = budget;
    this.#clock = clock;
    this.#stopRequested = stopRequested;
    this.#secondsBefore = state.elapsed;
    this.#time = createTrainingTime(context, state.elapsed);
    this.#ensemble = restoreEnsemble(prepared, state);
    this.#progress = createProgress(prepared.trainingData, state.fraction);
    this.#nextCheckpoint = clock() + FIRST_CHECKPOINT;
  }

  /**
   * Runs the plan's stages one after the other.
   * @param workers threads; 0 to run everything on the caller's.
   * @throws UserError when no task has a result.
   */
  async *run(plan: Plan, workers: number): AsyncGenerator<TrainEvent, TrainStopReason> {
    const { trainingData } = this.#prepared;
    const inline = createInlineExecutor(trainingData, this.#clock);
    const threads = workers > 0 ? this.#createThreads(workers) : inline;
    let stopReason: TrainStopReason;
    try {
      stopReason = yield* this.#runPlan(plan, ({ isShort }) => (isShort ? inline : threads));
    } finally {
      await threads.close();
    }
    if (this.#tasks.length > 0 && this.#tasks.every((task) => this.#failures.has(createTaskKey(task)))) {
      const cause = [...new Set(this.#failures.values())].join(" ");
      throw new UserError("The training ended because none of its steps could be done.", { cause });
    }
    return stopReason;
  }

  #createThreads(workers: number): Executor {
    const { trainingData } = this.#prepared;
    return this.#gpu === null
      ? new FitThreads(trainingData, workers)
      : new DeviceFits(trainingData, workers, this.#gpu);
  }

  async *#runPlan(
    plan: Plan,
    executorFor: (stage: Stage) => Executor,
  ): AsyncGenerator<TrainEvent, TrainStopReason> {
    const { results } = this.#state;
    for (let step = plan.next(); !step.done; ) {
      const stage = step.value;
      this.#tasks.push(...stage.tasks);
      this.#progress.begin(stage);
      for (const task of stage.tasks) if (results.has(createTaskKey(task))) this.#progress.record(task, 1);
      const reason = yield* fitStage(stage, {
        data: this.#prepared.trainingData,
        executor: executorFor(stage),
        state: this.#state,
        onReport: (task, report) => this.#record(task, report),
        stopReason: () => this.#stopReason(),
        timeLeft: () => (this.#budget - this.#time.elapsed()) * 1000,
        onTime: (running, isOnGpu) => this.#time.advance(running, isOnGpu),
        nextEvent: () => this.#nextEvent(),
      });
      if (reason !== undefined) return reason;
      step = plan.next(stage.tasks.map((task) => results.get(createTaskKey(task)) ?? null));
    }
    this.#state.finished = true;
    return "converged";
  }

  #record(task: FitTask, report: FitReport): void {
    const key = createTaskKey(task);
    if (report.type === "failed") {
      this.#failures.set(key, report.reason);
      return;
    }
    if (report.result !== null) addTo(this.#ensemble, report.result);
    if (report.type === "fitted") {
      this.#state.results.set(key, report.result);
      this.#state.unfinished.delete(key);
      this.#progress.record(task, 1);
      if (task.family === "polynomial") this.#nextProgress = this.#clock();
      return;
    }
    const unfinished = this.#state.unfinished.get(key);
    const state = report.state ?? unfinished?.state;
    const result = report.result ?? unfinished?.result ?? null;
    if (state !== undefined) this.#state.unfinished.set(key, { state, result });
    this.#progress.record(task, report.fraction);
  }

  #stopReason(): TrainStopReason | undefined {
    if (this.#stopRequested()) return "stopped";
    return this.#time.isOver(this.#budget) ? "time budget" : undefined;
  }

  #nextEvent(): TrainEvent {
    if (this.#clock() >= this.#nextCheckpoint) return { type: "checkpoint", bytes: this.checkpoint() };
    return this.#clock() >= this.#nextProgress ? this.measureProgress() : { type: "tick" };
  }

  /** True: some task has a result, so that an emulator can be made. */
  get hasResults(): boolean {
    const { results, unfinished } = this.#state;
    const hasAny = (all: Iterable<FitResult | null>): boolean => [...all].some((result) => result !== null);
    return hasAny(results.values()) || hasAny(Array.from(unfinished.values(), ({ result }) => result));
  }

  /** Measures the accuracy of the ensemble so far. */
  measureProgress(): ProgressEvent {
    const before = this.#clock();
    const accuracy = this.#ensemble.accuracy();
    const now = this.#clock();
    this.#nextProgress = now + Math.max(PROGRESS_INTERVAL, (now - before) / MAX_PROGRESS_SHARE);
    const ofTime = this.#state.finished ? 1 : (this.#time.elapsed() / this.#budget) * 0.999;
    this.#state.fraction = this.#progress.fraction(ofTime);
    const secondsAtMost = this.#time.wallSecondsLeft(this.#budget);
    const { fraction } = this.#state;
    return { type: "progress", fraction, secondsBefore: this.#secondsBefore, secondsAtMost, ...accuracy };
  }

  checkpoint(): Uint8Array {
    this.#state.elapsed = this.#time.elapsed();
    this.#nextCheckpoint = this.#clock() + CHECKPOINT_INTERVAL;
    return writeCheckpoint(this.#state, this.#fingerprint);
  }

  /**
   * Makes the ensemble of the results so far, giving way to its caller again and again. They are added again in the order of the
   * plan: sums would otherwise depend on which task ended first.
   * @param suspicious rows to be stored with the outputs of these names.
   */
  *partsSteps(suspicious?: ReadonlyMap<string, SuspiciousRows>): Generator<undefined, EnsembleEmulatorParts> {
    const ensemble = createEnsemble(this.#prepared);
    const results = this.#tasks.flatMap((task) => {
      const key = createTaskKey(task);
      return this.#state.results.get(key) ?? this.#state.unfinished.get(key)?.result ?? [];
    });
    for (const result of results) addTo(ensemble, result);
    yield;
    for (const { rows, errors } of learningCurve(this.#prepared.trainingData, results))
      ensemble.addLearningCurve(rows, errors);
    return yield* ensemble.partsSteps(suspicious);
  }
}

/** The ensemble of the results of an earlier training; of a fresh one it predicts the means of the rows. */
export function restoreEnsemble(prepared: Prepared, { results, unfinished }: TrainingState): Ensemble {
  const ensemble = createEnsemble(prepared);
  for (const result of results.values()) addTo(ensemble, result);
  for (const { result } of unfinished.values()) if (result !== null) addTo(ensemble, result);
  return ensemble;
}

/** Models of a subsample are no candidates: they only make the learning curve. */
function addTo(ensemble: Ensemble, result: FitResult): void {
  if (result.task.subsample === undefined) ensemble.add(result);
}

/** The share of the planned work that is done. Plans change with the results, but the share that is reported never falls. */
function createProgress(data: TrainingData, fraction: number) {
  let highest = fraction;
  let workOfEarlierStages = 0;
  let stage: Stage = { tasks: [], workAhead: 0 };
  const done = new Map<string, number>();

  const measured = (): number => {
    const ofStage = stage.tasks.reduce(
      (sum, task) => sum + taskCost(task, data) * (done.get(createTaskKey(task)) ?? 0),
      0,
    );
    const totalWork = workOfEarlierStages + sumCosts(stage.tasks, data) + stage.workAhead;
    return totalWork > 0 ? (workOfEarlierStages + ofStage) / totalWork : 0;
  };

  return {
    begin: (next: Stage): void => {
      workOfEarlierStages += sumCosts(stage.tasks, data);
      stage = next;
    },
    /** @param share of the task that is done, 0 .. 1. */
    record: (task: FitTask, share: number): void => {
      done.set(createTaskKey(task), Math.max(share, done.get(createTaskKey(task)) ?? 0));
    },
    /** @param atLeast the share of the time that is spent, which ends the training if the work does not. */
    fraction: (atLeast: number): number => {
      highest = Math.min(1, Math.max(highest, measured(), atLeast));
      return highest;
    },
  };
}
