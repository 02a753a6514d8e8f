import type { Table } from "../dataset/table.ts";
import { createRandom, type Random } from "../math/random.ts";
import { runToEnd } from "../math/run-to-end.ts";
import type { Emulator, SuspiciousRows } from "../models/emulator.ts";
import { createEmulator } from "../models/ensemble/joined-emulator.ts";
import type { EnsembleEmulatorParts } from "../models/ensemble/parts.ts";
import {
  computeFingerprint,
  freshState,
  keepResultsOn,
  type TrainingState,
  writeCheckpoint,
} from "./checkpoint.ts";
import { createEmulatorReports, type EmulatorReports } from "./emulator-reports.ts";
import { createJoinedProgress } from "./output-sets/join-progress.ts";
import { joinSets, numberOutOfSample } from "./output-sets/join-sets.ts";
import { type OutputSet, splitOutputs } from "./output-sets/split-outputs.ts";
import { EFFORT_LIMITS, type EffortLimits } from "./plan/effort.ts";
import { planTasks } from "./plan/plan.ts";
import { planData } from "./plan/plan-data.ts";
import { checkTraining } from "./prepare/check-table.ts";
import type { TrainContext, TrainEvent, TrainOptions, TrainResult } from "./prepare/messages.ts";
import { type Prepared, prepare } from "./prepare/prepare.ts";
import { quickBaseline } from "./quick-baseline.ts";
import { joinCheckpoints, readCheckpoints } from "./set-checkpoints.ts";
import { findSuspiciousRows } from "./suspicious-rows/find-in-table.ts";
import { ticking } from "./ticking.ts";
import { restoreEnsemble, Training } from "./training.ts";

/** The number of this random stream lies beyond those of the preparation. */
const SUSPICIOUS_ROWS_STREAM = 2e6;

/** A set of outputs that are trained together, ready to be trained. */
interface PreparedSet {
  set: OutputSet;
  prepared: Prepared;
  state: TrainingState;
  fingerprint: number;
  random: Random;
  /** Seconds: its share of the time budget. */
  budget: number;
}

/**
 * Trains an emulator of the table's outputs, task by task, on as many threads as it is given. The same table, options and
 * random source give the same emulator whatever their number, unless the time budget shortens the training or a stop ends it.
 *
 * Outputs that are undefined in different rows are trained one set after the other, each on its own rows and with its share of the
 * time; see output-sets/split-outputs.ts. Where a stop ends the training of one set, the sets after it end with polynomials.
 *
 * @throws UserError, when the table cannot be trained on.
 */
export async function* train(
  table: Table,
  options: TrainOptions,
  context: TrainContext,
): AsyncGenerator<TrainEvent, TrainResult> {
  checkTraining(table, options);
  const sets = splitOutputs(table, options);
  const limits = EFFORT_LIMITS[options.effort];
  const [first, ...further] = sets;
  const reports = options.reportsEmulators === true ? createEmulatorReports(context.clock) : null;
  if (context.checkpoint === undefined && first !== undefined && further.length === 0)
    yield* reportQuickBaseline(first.table, first.options, limits, context, reports);
  const { preparedSets, resumed } = yield* prepareSets(sets, options, context);
  const joinProgress = createJoinedProgress(
    preparedSets.map(({ set, budget, state, prepared }) => ({
      ...{ ...set, budget, secondsBefore: state.elapsed, fraction: state.fraction },
      accuracy:
        sets.length > 1
          ? restoreEnsemble(prepared, state).accuracy()
          : { coefficientOfDetermination: 0, loss: 0 },
    })),
  );
  const checkpoints = preparedSets.map(({ state, fingerprint }) => writeCheckpoint(state, fingerprint));
  const trainings: Training[] = [];
  const stopReasons: TrainResult["stopReason"][] = [];
  function* makeEmulator(findsRows: boolean): Generator<undefined, Emulator> {
    const ensembles: EnsembleEmulatorParts[] = [];
    for (const [at, preparedSet] of preparedSets.entries()) {
      const training = trainings[at];
      if (training === undefined) throw new Error(`There is no training of set ${at}.`);
      const suspicious = findsRows ? yield* findSuspicious(preparedSet) : undefined;
      const ensemble = yield* training.partsSteps(suspicious);
      ensembles.push(numberOutOfSample(ensemble, preparedSet.set.rows));
    }
    return createEmulator(joinSets(table, sets, ensembles));
  }

  for (const [at, { random, ...parts }] of preparedSets.entries()) {
    const training = new Training(parts, context);
    trainings.push(training);
    yield joinProgress(at, training.measureProgress());
    const plan = planTasks(planData(parts.prepared, random), limits, parts.state.extensions);
    // What runs after a stop is short.
    const isStopped = stopReasons.includes("stopped");
    const run = training.run(plan, isStopped ? 0 : (context.workers ?? 0));
    const isLast = at === sets.length - 1;
    const reason = yield* replaceEvents(run, function* (event) {
      if (event.type === "progress") {
        const progress = joinProgress(at, event);
        yield progress;
        // Before the last set is trained, some outputs have no models.
        if (isLast && training.hasResults) yield* reports?.offer(progress, () => makeEmulator(false)) ?? [];
      } else if (event.type === "checkpoint") {
        checkpoints[at] = event.bytes;
        yield { ...event, bytes: joinCheckpoints(checkpoints) };
      } else yield event;
    });
    stopReasons.push(reason);
    checkpoints[at] = training.checkpoint();
    yield joinProgress(at, training.measureProgress());
  }
  const stopReason = chooseStopReason(stopReasons);

  // Who stops a training waits for its emulator.
  const findsRows = options.findsSuspiciousRows === true && stopReason !== "stopped";
  const emulatorSteps = () => makeEmulator(findsRows);
  let emulator: Emulator | null = null;
  return {
    stopReason,
    get emulator() {
      emulator ??= runToEnd(emulatorSteps());
      return emulator;
    },
    emulatorSteps,
    checkpoint: joinCheckpoints(checkpoints),
    resumed,
  };
}

/** Prepares all sets before one is trained, so that progress is measured over all outputs from the start. */
async function* prepareSets(
  sets: readonly OutputSet[],
  options: TrainOptions,
  { checkpoint, random: source }: TrainContext,
): AsyncGenerator<TrainEvent, { preparedSets: PreparedSet[]; resumed: boolean }> {
  const fingerprints = sets.map((set) => computeFingerprint(set.table, set.options));
  const earlier = checkpoint && readCheckpoints(checkpoint, fingerprints);
  const states = earlier ?? sets.map(() => freshState(source.integer(2 ** 32)));
  if (options.more && earlier !== undefined) extend(earlier);
  const preparedSets: PreparedSet[] = [];
  for (const [at, set] of sets.entries()) {
    const [state, fingerprint] = [states[at], fingerprints[at]];
    if (state === undefined || fingerprint === undefined) throw new Error(`There is no state of set ${at}.`);
    const random = createRandom(state.seed);
    const prepared = yield* ticking(prepare(set.table, set.options, random.fork(0)));
    keepResultsOn(state, {
      scales: prepared.outputs.map(({ model }) => model.scale),
      leftOut: prepared.trainingData.leftOut === undefined ? "rows" : "levels",
      trainingRows: prepared.trainingData.inputs.columns,
      isCrossValidated: prepared.validation.method === "cross-validation",
    });
    const budget = set.workShare * (options.timeBudget ?? EFFORT_LIMITS[options.effort].time);
    preparedSets.push({ set, prepared, state, fingerprint, random, budget });
  }
  return { preparedSets, resumed: earlier !== undefined };
}

/** Rows with gross errors in the outputs of a set, numbered as in the whole table. */
function* findSuspicious({
  set: { table, options, rows },
  prepared,
  random,
}: PreparedSet): Generator<undefined, ReadonlyMap<string, SuspiciousRows>> {
  const source = random.fork(SUSPICIOUS_ROWS_STREAM);
  const suspicious = yield* findSuspiciousRows(
    table,
    prepared.features,
    options.ignoredOutputs ?? [],
    options.groups ?? null,
    source,
  );
  return new Map(
    Array.from(suspicious, ([name, { rows: setRows, checkedRows }]): [string, SuspiciousRows] => [
      name,
      { rows: setRows.map((row) => rows[row]), checkedRows },
    ]),
  );
}

/** A training that was stopped continues with the rest of its plan; only a finished one gets a longer plan. */
function extend(states: readonly TrainingState[]): void {
  const isFinished = states.every(({ finished }) => finished);
  for (const state of states) {
    if (isFinished) state.extensions += 1;
    Object.assign(state, { finished: false, elapsed: 0, fraction: 0 });
  }
}

function chooseStopReason(reasons: readonly TrainResult["stopReason"][]): TrainResult["stopReason"] {
  if (reasons.includes("stopped")) return "stopped";
  return reasons.includes("time budget") ? "time budget" : "converged";
}

function* reportQuickBaseline(
  table: Table,
  options: TrainOptions,
  limits: EffortLimits,
  { random, stopRequested = () => false }: TrainContext,
  reports: EmulatorReports | null,
): Generator<TrainEvent, void> {
  const fits = quickBaseline(table, options, limits, random.fork(1));
  for (let step = fits.next(); ; step = fits.next()) {
    if (stopRequested()) return;
    if (step.done) {
      const baseline = step.value;
      if (baseline !== null) yield* reports?.offer(baseline.accuracy, () => baseline.emulatorSteps()) ?? [];
      return;
    }
    const accuracy = step.value;
    const secondsAtMost = options.timeBudget ?? limits.time;
    yield accuracy === undefined
      ? { type: "tick" }
      : { type: "progress", fraction: 0, secondsBefore: 0, secondsAtMost, isLastFit: false, ...accuracy };
  }
}

/** Passes on what each event is replaced by. Whoever ends it early ends the work. */
async function* replaceEvents<Result>(
  work: AsyncGenerator<TrainEvent, Result>,
  replace: (event: TrainEvent) => Iterable<TrainEvent>,
): AsyncGenerator<TrainEvent, Result> {
  let isOver = false;
  try {
    for (;;) {
      const step = await work.next();
      isOver = step.done === true;
      if (step.done) return step.value;
      yield* replace(step.value);
    }
  } finally {
    if (!isOver) await work[Symbol.asyncDispose]();
  }
}
