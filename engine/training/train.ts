import { UserError } from "@understudy/shared/user-error.ts";
import type { Table } from "../dataset/table.ts";
import { createRandom } from "../math/random.ts";
import type { Emulator } from "../models/emulator.ts";
import type { Learnt, Lesson } from "../models/fit-task.ts";
import { checkTraining } from "./check-table.ts";
import { fingerprintOf, freshState, keyOf, readCheckpoint, writeCheckpoint } from "./checkpoint.ts";
import { createPanel } from "./ensemble/ensemble.ts";
import type { Panel } from "./ensemble/ensemble-data.ts";
import type { Executor } from "./fit/executor.ts";
import type { Report } from "./fit/fit-report.ts";
import { fitStage } from "./fit/fit-stage.ts";
import { createInlineExecutor } from "./fit/inline-executor.ts";
import { createThreadPool } from "./fit/thread-pool.ts";
import type { TrainContext, TrainEvent, TrainOptions, TrainResult, TrainStopReason } from "./messages.ts";
import { EFFORTS, type EffortLimits } from "./plan/effort.ts";
import { learningCurve } from "./plan/learning-curve.ts";
import { planLessons } from "./plan/plan.ts";
import { planData } from "./plan/plan-data.ts";
import type { Stage } from "./plan/stages.ts";
import { type Prepared, prepare } from "./prepare/prepare.ts";
import { createProgress } from "./progress.ts";
import { quickBaseline } from "./quick-baseline.ts";

/** Milliseconds to the first checkpoint, between two, and between two progress events at least. */
const FIRST_CHECKPOINT = 1000;
const CHECKPOINT_INTERVAL = 4000;
const PROGRESS_INTERVAL = 150;
/** Of the time, at most this share goes into measuring progress. */
const PROGRESS_SHARE = 0.08;

/**
 * Trains an emulator of the table's outputs, lesson by lesson, on as many threads as it is given. The same table, options
 * and random source give the same emulator whatever their number, unless the time budget hurries the training or a stop ends it.
 *
 * @throws UserError, when the table cannot be trained on.
 */
export async function* train(
  table: Table,
  options: TrainOptions,
  context: TrainContext,
): AsyncGenerator<TrainEvent, TrainResult> {
  const { clock } = context;
  checkTraining(table, options);
  const limits = EFFORTS[options.effort];
  if (context.checkpoint === undefined) yield* reportQuickBaseline(table, options, limits, context);
  const fingerprint = fingerprintOf(table, options);
  const earlier = context.checkpoint && readCheckpoint(context.checkpoint, fingerprint);
  const state = earlier ?? freshState(context.random.integer(2 ** 32));
  if (options.more && earlier !== undefined) {
    // What was still planned comes first; only a finished training is planned longer.
    if (state.finished) state.extensions += 1;
    Object.assign(state, { finished: false, elapsed: 0, fraction: 0 });
  }
  const random = createRandom(state.seed);
  const prepared = yield* ticking(prepare(table, options, random.fork(0)));
  const { learning } = prepared;

  const budget = options.timeBudget ?? limits.time;
  const spentBefore = state.elapsed;
  const started = clock();
  const elapsed = (): number => spentBefore + (clock() - started) / 1000;

  const panel = createPanel(prepared);
  const progress = createProgress(learning, state.fraction);
  /** All lessons asked for so far, in the order of the plan. */
  const asked: Lesson[] = [];
  /** Why nothing came of a lesson. */
  const failures = new Map<string, string>();
  let nextProgress = 0;
  let nextCheckpoint = clock() + FIRST_CHECKPOINT;

  const checkpoint = (): Uint8Array => {
    state.elapsed = elapsed();
    nextCheckpoint = clock() + CHECKPOINT_INTERVAL;
    return writeCheckpoint(state, fingerprint);
  };
  const measure = (): TrainEvent => {
    const before = clock();
    const accuracy = panel.accuracy();
    const now = clock();
    nextProgress = now + Math.max(PROGRESS_INTERVAL, (now - before) / PROGRESS_SHARE);
    state.fraction = progress.fraction(state.finished ? 1 : (elapsed() / budget) * 0.999);
    return { type: "progress", fraction: state.fraction, ...accuracy };
  };
  const news = (): TrainEvent => {
    if (clock() >= nextCheckpoint) return { type: "checkpoint", bytes: checkpoint() };
    return clock() >= nextProgress ? measure() : { type: "tick" };
  };
  const mustStop = (): TrainStopReason | undefined => {
    if (context.stopRequested?.()) return "stopped";
    return elapsed() >= budget ? "time budget" : undefined;
  };

  const hear = (lesson: Lesson, report: Report): void => {
    const key = keyOf(lesson);
    if (report.type === "failed") {
      failures.set(key, report.reason);
      return;
    }
    if (report.learnt !== null) tell(panel, report.learnt);
    if (report.type === "learnt") {
      state.learnt.set(key, report.learnt);
      state.unfinished.delete(key);
      progress.note(lesson, 1);
      if (lesson.family === "polynomial") nextProgress = clock();
      return;
    }
    const known = state.unfinished.get(key);
    const begun = report.state ?? known?.state;
    const learnt = report.learnt ?? known?.learnt ?? null;
    if (begun !== undefined) state.unfinished.set(key, { state: begun, learnt });
    progress.note(lesson, report.done);
  };

  async function* learnAll(
    executorFor: (stage: Stage) => Executor,
  ): AsyncGenerator<TrainEvent, TrainStopReason> {
    const timeLeft = (): number => (budget - elapsed()) * 1000;
    const stageContext = { data: learning, state, hear, mustStop, timeLeft, news };
    const plan = planLessons(planData(prepared, random), limits, state.extensions);
    for (let step = plan.next(); !step.done; ) {
      const stage = step.value;
      asked.push(...stage.lessons);
      progress.begin(stage);
      for (const lesson of stage.lessons) if (state.learnt.has(keyOf(lesson))) progress.note(lesson, 1);
      const reason = yield* fitStage(stage, { ...stageContext, executor: executorFor(stage) });
      if (reason !== undefined) return reason;
      step = plan.next(stage.lessons.map((lesson) => state.learnt.get(keyOf(lesson)) ?? null));
    }
    state.finished = true;
    return "converged";
  }

  for (const learnt of state.learnt.values()) tell(panel, learnt);
  for (const { learnt } of state.unfinished.values()) if (learnt !== null) tell(panel, learnt);
  yield measure();
  const { workers = 0 } = context;
  const here = createInlineExecutor(learning, clock);
  const threads = workers > 0 ? createThreadPool(learning, workers) : here;
  let stopReason: TrainStopReason;
  try {
    stopReason = yield* learnAll(({ isShort }) => (isShort ? here : threads));
  } finally {
    await threads.close();
  }
  if (asked.length > 0 && asked.every((lesson) => failures.has(keyOf(lesson)))) {
    const cause = [...new Set(failures.values())].join(" ");
    throw new UserError("The training ended because none of its steps could be done.", { cause });
  }
  yield measure();
  const heard = asked.flatMap((lesson) => {
    const key = keyOf(lesson);
    return state.learnt.get(key) ?? state.unfinished.get(key)?.learnt ?? [];
  });
  let made: Emulator | null = null;
  return {
    stopReason,
    get emulator() {
      made ??= emulatorOf(prepared, heard);
      return made;
    },
    checkpoint: checkpoint(),
    resumed: earlier !== undefined,
  };
}

function* reportQuickBaseline(
  table: Table,
  options: TrainOptions,
  limits: EffortLimits,
  { random, stopRequested = () => false }: TrainContext,
): Generator<TrainEvent, void> {
  for (const reached of quickBaseline(table, options, limits, random.fork(1))) {
    if (stopRequested()) return;
    yield reached === undefined ? { type: "tick" } : { type: "progress", fraction: 0, ...reached };
  }
}

/** Made anew in the order of the plan: sums would otherwise depend on which lesson ended first. */
function emulatorOf(prepared: Prepared, heard: readonly Learnt[]): Emulator {
  const panel = createPanel(prepared);
  for (const learnt of heard) tell(panel, learnt);
  for (const { rows, errors } of learningCurve(prepared.learning, heard))
    panel.addLearningCurve(rows, errors);
  return panel.emulator();
}

/** What was learnt from few of the rows is no voice. */
function tell(panel: Panel, learnt: Learnt): void {
  if (learnt.lesson.share === undefined) panel.add(learnt);
}

async function* ticking<T>(work: Generator<undefined, T>): AsyncGenerator<TrainEvent, T> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    yield { type: "tick" };
  }
}
