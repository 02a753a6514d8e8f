import { UserError } from "@understudy/shared/user-error.ts";
import type { SuspiciousRows } from "../models/emulator.ts";
import type { EnsembleEmulatorParts } from "../models/ensemble/parts.ts";
import type { FitResult, FitTask, FittedModel } from "../models/fit-task.ts";
import { createTaskKey, type TrainingState, writeCheckpoint } from "./checkpoint.ts";
import { createEnsemble } from "./ensemble/ensemble.ts";
import type { Ensemble } from "./ensemble/ensemble-data.ts";
import type { FitterState } from "./fit/create-fitter.ts";
import type { Executor } from "./fit/executor.ts";
import type { FitReport } from "./fit/fit-report.ts";
import { FitThreads } from "./fit/fit-threads.ts";
import { DeviceFits } from "./fit/gpu/device-fits.ts";
import { createInlineExecutor } from "./fit/inline-executor.ts";
import { fitStage, type StageContext } from "./fit-stage.ts";
import { isLastFitPlanned, joinEveryRow, listWeightyModels, toLastTask } from "./last-fit.ts";
import { learningCurve } from "./plan/learning-curve.ts";
import type { Plan, Stage } from "./plan/stages.ts";
import type { GpuUse, ProgressEvent, TrainContext, TrainEvent, TrainStopReason } from "./prepare/messages.ts";
import type { Prepared } from "./prepare/prepare.ts";
import { ticking } from "./ticking.ts";
import { createTrainingTime, type TrainingTime } from "./training-time.ts";
import { createWorkProgress, type WorkProgress } from "./work-progress.ts";

/** Milliseconds to the first checkpoint, between two, and between two progress events at least. */
const FIRST_CHECKPOINT = 1000;
const CHECKPOINT_INTERVAL = 4000;
const PROGRESS_INTERVAL = 150;
/** At most this share of the time goes into measuring progress. */
const MAX_PROGRESS_SHARE = 0.08;
/** The last fit takes about this share of the work: 16% to 27% of the CPU time in the median of four trainings of one size. */
const LAST_FIT_SHARE = 0.2;

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
  readonly #progress: WorkProgress;
  /** All tasks so far, in the order of the plan. */
  readonly #tasks: FitTask[] = [];
  /** The reasons why tasks have no result, by their keys. */
  readonly #failures = new Map<string, string>();
  /** The models after the last fit, by the models before; empty until the training has ended. */
  readonly #lastFits = new Map<FittedModel["model"], FittedModel>();
  #isLastFit = false;
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
    const lastFitShare = isLastFitPlanned(prepared) ? LAST_FIT_SHARE : 0;
    this.#progress = createWorkProgress(prepared.trainingData, state.fraction, lastFitShare);
    this.#nextCheckpoint = clock() + FIRST_CHECKPOINT;
  }

  /**
   * Runs the plan's stages one after the other, then the last fit. Where a stop ends that, the emulator is the one before; where
   * the time does, the models count that are done.
   * @param workers threads; 0 to run everything on the caller's.
   * @throws UserError when no task has a result.
   */
  async *run(plan: Plan, workers: number): AsyncGenerator<TrainEvent, TrainStopReason> {
    const { trainingData } = this.#prepared;
    const inline = createInlineExecutor(trainingData, this.#clock);
    const threads = workers > 0 ? this.#createThreads(workers) : inline;
    let stopReason: TrainStopReason | undefined;
    try {
      stopReason = yield* this.#runPlan(plan, ({ isShort }) => (isShort ? inline : threads));
    } finally {
      await threads.close();
    }
    if (this.#tasks.length > 0 && this.#tasks.every((task) => this.#failures.has(createTaskKey(task)))) {
      const cause = [...new Set(this.#failures.values())].join(" ");
      throw new UserError("The training ended because none of its steps could be done.", { cause });
    }
    if (stopReason === undefined && isLastFitPlanned(this.#prepared))
      stopReason = yield* this.#fitEveryRow(workers);
    this.#state.finished = stopReason === undefined;
    // Where a training goes on that was fitted to every row before, its models must not fall back behind that.
    if (stopReason !== "stopped" || this.#state.extensions > 0) this.#useLastFits();
    return stopReason ?? "converged";
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
  ): AsyncGenerator<TrainEvent, TrainStopReason | undefined> {
    const { results } = this.#state;
    for (let step = plan.next(); !step.done; ) {
      const stage = step.value;
      this.#tasks.push(...stage.tasks);
      this.#progress.begin(stage);
      this.#recordEarlier(stage.tasks);
      const reason = yield* fitStage(stage, {
        ...this.#createStageContext(),
        data: this.#prepared.trainingData,
        executor: executorFor(stage),
      });
      if (reason !== undefined) return reason;
      step = plan.next(stage.tasks.map((task) => results.get(createTaskKey(task)) ?? null));
    }
    return undefined;
  }

  /** Records the tasks whose results come from a checkpoint. */
  #recordEarlier(tasks: readonly FitTask[]): void {
    for (const task of tasks)
      if (this.#state.results.has(createTaskKey(task))) this.#progress.record(task, 1);
  }

  #createStageContext(): Omit<StageContext, "data" | "executor"> {
    return {
      state: this.#state,
      onReport: (task, report) => this.#record(task, report),
      stopReason: () => this.#stopReason(),
      timeLeft: () => (this.#budget - this.#time.elapsed()) * 1000,
      onTime: (running, isOnGpu) => this.#time.advance(running, isOnGpu),
      nextEvent: () => this.#nextEvent(),
    };
  }

  /** Fits the models that have weight on to every row. */
  async *#fitEveryRow(workers: number): AsyncGenerator<TrainEvent, TrainStopReason | undefined> {
    this.#isLastFit = true;
    const { ensemble, results } = this.#collectResults();
    const members = yield* ticking(ensemble.memberSteps());
    const resultByModel = new Map(results.map((result) => [result.fitted.model, result]));
    const earlierByKey = new Map<string, FittedModel>();
    const tasks = listWeightyModels(members).flatMap((fitted) => {
      const result = resultByModel.get(fitted.model);
      if (result === undefined) return [];
      const task = toLastTask(result.task);
      earlierByKey.set(createTaskKey(task), fitted);
      return [task];
    });
    const data = joinEveryRow(this.#prepared);
    this.#progress.beginLastFit(tasks, data);
    this.#recordEarlier(tasks);
    const executor = workers > 0 ? new FitThreads(data, workers) : createInlineExecutor(data, this.#clock);
    const findStart = (task: FitTask): FitterState | null => {
      const fitted = earlierByKey.get(createTaskKey(task));
      return fitted ? { method: "last fit", fitted, network: null } : null;
    };
    try {
      const context = { ...this.#createStageContext(), data, executor, findStart };
      return yield* fitStage({ tasks, workAhead: 0 }, context);
    } finally {
      await executor.close();
    }
  }

  #useLastFits(): void {
    const { results } = this.#state;
    for (const task of this.#tasks) {
      const fitted = results.get(createTaskKey(task))?.fitted;
      const last = results.get(createTaskKey(toLastTask(task)));
      if (fitted && last) this.#lastFits.set(fitted.model, last.fitted);
    }
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
    const [secondsBefore, isLastFit] = [this.#secondsBefore, this.#isLastFit];
    return { type: "progress", fraction, secondsBefore, secondsAtMost, isLastFit, ...accuracy };
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
    const { ensemble, results } = this.#collectResults();
    yield;
    for (const { rows, errors } of learningCurve(this.#prepared.trainingData, results))
      ensemble.addLearningCurve(rows, errors);
    return yield* ensemble.partsSteps(suspicious, this.#lastFits);
  }

  #collectResults(): { ensemble: Ensemble; results: FitResult[] } {
    const ensemble = createEnsemble(this.#prepared);
    const results = this.#tasks.flatMap((task) => {
      const key = createTaskKey(task);
      return this.#state.results.get(key) ?? this.#state.unfinished.get(key)?.result ?? [];
    });
    for (const result of results) addTo(ensemble, result);
    return { ensemble, results };
  }
}

/** The ensemble of the results of an earlier training; of a fresh one it predicts the means of the rows. */
export function restoreEnsemble(prepared: Prepared, { results, unfinished }: TrainingState): Ensemble {
  const ensemble = createEnsemble(prepared);
  for (const result of results.values()) addTo(ensemble, result);
  for (const { result } of unfinished.values()) if (result !== null) addTo(ensemble, result);
  return ensemble;
}

/** Models of a subsample are no candidates: they only make the learning curve. Those of the last fit replace what was chosen. */
function addTo(ensemble: Ensemble, result: FitResult): void {
  if (result.task.subsample === undefined && !result.task.isLast) ensemble.add(result);
}
