import type { Table } from "../dataset/table.ts";
import { createRandom } from "../math/random.ts";
import { runToEnd } from "../math/run-to-end.ts";
import type { Emulator } from "../models/emulator.ts";
import { checkTraining } from "./check-table.ts";
import { fingerprintOf, freshState, readCheckpoint, type TrainingState } from "./checkpoint.ts";
import type { TrainContext, TrainEvent, TrainOptions, TrainResult } from "./messages.ts";
import { EFFORTS, type EffortLimits } from "./plan/effort.ts";
import { planTasks } from "./plan/plan.ts";
import { planData } from "./plan/plan-data.ts";
import { prepare } from "./prepare/prepare.ts";
import { quickBaseline } from "./quick-baseline.ts";
import { findSuspiciousRows } from "./suspicious-rows/find-in-table.ts";
import { Training } from "./training.ts";

/** Beyond the streams of the preparation. */
const SUSPICIOUS_ROWS_STREAM = 2e6;

/**
 * Trains an emulator of the table's outputs, task by task, on as many threads as it is given. The same table, options and
 * random source give the same emulator whatever their number, unless the time budget shortens the training or a stop ends it.
 *
 * @throws UserError, when the table cannot be trained on.
 */
export async function* train(
  table: Table,
  options: TrainOptions,
  context: TrainContext,
): AsyncGenerator<TrainEvent, TrainResult> {
  checkTraining(table, options);
  const limits = EFFORTS[options.effort];
  if (context.checkpoint === undefined) yield* reportQuickBaseline(table, options, limits, context);
  const fingerprint = fingerprintOf(table, options);
  const earlier = context.checkpoint && readCheckpoint(context.checkpoint, fingerprint);
  const state = earlier ?? freshState(context.random.integer(2 ** 32));
  if (options.more && earlier !== undefined) extend(state);
  const random = createRandom(state.seed);
  const prepared = yield* ticking(prepare(table, options, random.fork(0)));

  const budget = options.timeBudget ?? limits.time;
  const training = new Training({ prepared, state, fingerprint, budget }, context);
  yield training.measureProgress();
  const plan = planTasks(planData(prepared, random), limits, state.extensions);
  const stopReason = yield* training.run(plan, context.workers ?? 0);
  yield training.measureProgress();
  function* emulatorSteps(): Generator<undefined, Emulator> {
    // Who stops a training waits for its emulator.
    const isStopped = stopReason === "stopped";
    if (options.findsSuspiciousRows !== true || isStopped) return yield* training.emulatorSteps();
    const { ignoredOutputs = [] } = options;
    const source = random.fork(SUSPICIOUS_ROWS_STREAM);
    return yield* training.emulatorSteps(
      yield* findSuspiciousRows(table, prepared.features, ignoredOutputs, source),
    );
  }
  let emulator: Emulator | null = null;
  return {
    stopReason,
    get emulator() {
      emulator ??= runToEnd(emulatorSteps());
      return emulator;
    },
    emulatorSteps,
    checkpoint: training.checkpoint(),
    resumed: earlier !== undefined,
  };
}

/** A training that was stopped continues with the rest of its plan; only a finished one gets a longer plan. */
function extend(state: TrainingState): void {
  if (state.finished) state.extensions += 1;
  Object.assign(state, { finished: false, elapsed: 0, fraction: 0 });
}

function* reportQuickBaseline(
  table: Table,
  options: TrainOptions,
  limits: EffortLimits,
  { random, stopRequested = () => false }: TrainContext,
): Generator<TrainEvent, void> {
  for (const accuracy of quickBaseline(table, options, limits, random.fork(1))) {
    if (stopRequested()) return;
    const secondsAtMost = options.timeBudget ?? limits.time;
    yield accuracy === undefined
      ? { type: "tick" }
      : { type: "progress", fraction: 0, secondsBefore: 0, secondsAtMost, ...accuracy };
  }
}

async function* ticking<T>(work: Generator<undefined, T>): AsyncGenerator<TrainEvent, T> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    yield { type: "tick" };
  }
}
