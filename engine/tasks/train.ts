import type { Table } from "../data/table.ts";
import { rankFeatures } from "../emulators/screening.ts";
import { createRandom } from "../math/random.ts";
import { assembleEmulator, quickAccuracy } from "./assemble-emulator.ts";
import { checkTraining } from "./check-training.ts";
import { type Assignment, type DataSize, FEWEST_MEMBERS, planTraining, timeBudget } from "./plan.ts";
import { type Prepared, prepare } from "./prepare.ts";
import { createSchool, type Trainee } from "./trainees.ts";
import type { TrainContext, TrainEvent, TrainOptions, TrainResult, TrainStopReason } from "./training.ts";
import { fingerprintOf, readCheckpoint, type TrainingState, writeCheckpoint } from "./training-checkpoint.ts";

/** Milliseconds between two checkpoints, and between two progress events at least. */
const CHECKPOINT_INTERVAL = 4000;
const PROGRESS_INTERVAL = 150;
/** Of the time, at most this share goes into measuring progress. */
const PROGRESS_SHARE = 0.08;
/** A round must bring the loss below this share of what it was, one in so many at least. */
const LEAST_IMPROVEMENT = 0.97;
const CALM_ROUNDS = 2;

/**
 * Trains an emulator of the table's outputs. Yields at least every 100 ms or so of computing; the same table, options and
 * random source give the same emulator, unless the time budget or a stop cuts the training short.
 *
 * @throws Error, a sentence for the user, when the table cannot be trained on.
 */
export function* train(
  table: Table,
  options: TrainOptions,
  context: TrainContext,
): Generator<TrainEvent, TrainResult> {
  const { clock } = context;
  checkTraining(table, options);
  const fingerprint = fingerprintOf(table, options);
  const earlier = context.checkpoint && readCheckpoint(context.checkpoint, fingerprint);
  const seed = earlier?.seed ?? context.random.integer(2 ** 32);
  const random = createRandom(seed);
  const prepared = yield* ticking(prepare(table, options, random.fork(0)));

  const budget = options.timeBudget ?? timeBudget(options.effort);
  let spentBefore = 0;
  const started = clock();
  const elapsed = (): number => spentBefore + (clock() - started) / 1000;
  const lateness = (round: number): number =>
    (elapsed() / budget) * FEWEST_MEMBERS - ((round - 1) % FEWEST_MEMBERS);
  const school = createSchool(prepared, random, lateness);
  const state: TrainingState = earlier?.restore(school) ?? freshState(seed);
  if (options.more && earlier !== undefined) {
    // What was still planned comes first; only a finished training is planned longer.
    if (state.finished) state.extensions += 1;
    state.finished = false;
    state.elapsed = 0;
  }
  spentBefore = state.elapsed;

  const rounds = planTraining(sizeOf(prepared), options.effort, state.extensions);
  const progress = createProgress(rounds, state);
  let nextProgress = 0;
  let nextCheckpoint = clock() + CHECKPOINT_INTERVAL;

  const checkpoint = (): Uint8Array => writeCheckpoint({ ...state, elapsed: elapsed() }, fingerprint);
  const measure = (): TrainEvent => {
    const before = clock();
    const learning = state.trainees.map((trainee) => school.graduate(trainee));
    const accuracy = quickAccuracy([...state.graduates, ...learning], prepared);
    const now = clock();
    nextProgress = now + Math.max(PROGRESS_INTERVAL, (now - before) / PROGRESS_SHARE);
    const inTime = (elapsed() / budget) * 0.999;
    return { type: "progress", fraction: progress.fraction(state.finished ? 1 : inTime), ...accuracy };
  };
  const mustStop = (): TrainStopReason | undefined => {
    if (context.stopRequested?.()) return "stopped";
    return elapsed() >= budget ? "time budget" : undefined;
  };

  function* teach(trainee: Trainee): Generator<TrainEvent, TrainStopReason | undefined> {
    const lesson = school.teach(trainee);
    for (let step = lesson.next(); ; step = lesson.next()) {
      if (step.done) {
        progress.add(trainee.assignment, step.value);
        break;
      }
      yield { type: "tick" };
      const reason = mustStop();
      if (reason !== undefined) return reason;
    }
    if (clock() >= nextProgress) yield measure();
    if (clock() >= nextCheckpoint) {
      yield { type: "checkpoint", bytes: checkpoint() };
      nextCheckpoint = clock() + CHECKPOINT_INTERVAL;
    }
    return mustStop();
  }

  function* runRounds(): Generator<TrainEvent, TrainStopReason> {
    const losses: number[] = [];
    for (const round of rounds) {
      if (isCalm(losses) && !options.more) break;
      const learning = enrolled(round, state, school.enrol);
      // A round that was finished before a restart; those in training then belong to a later one.
      if (learning.length === 0) continue;
      state.trainees = learning;
      while (state.trainees.length > 0) {
        for (const trainee of state.trainees) {
          const reason = yield* teach(trainee);
          if (reason !== undefined) return reason;
          if (!school.isDone(trainee)) continue;
          state.graduates.push(school.graduate(trainee));
          state.trainees = state.trainees.filter((other) => other !== trainee);
          progress.finish(trainee.assignment);
        }
      }
      // By round, so that a resumed training judges as it would have without the interruption.
      const latest = round[0]?.round ?? 0;
      const soFar = state.graduates.filter((graduate) => graduate.round <= latest);
      losses.push(quickAccuracy(soFar, prepared).loss);
    }
    state.finished = true;
    return "converged";
  }

  yield measure();
  const stopReason = state.finished ? "converged" : yield* runRounds();
  yield measure();
  const graduates = [...state.graduates, ...state.trainees.map((trainee) => school.graduate(trainee))];
  const emulator = assembleEmulator(graduates, prepared, table);
  return { stopReason, emulator, checkpoint: checkpoint(), resumed: earlier !== undefined };
}

function sizeOf({ training, features, shares }: Prepared): DataSize {
  const rank = (target: number): number[] =>
    rankFeatures(
      training.inputs,
      features.length,
      training.targets[target] ?? new Float64Array(training.count),
    );
  return { rows: training.count, features: features.length, shares, rank };
}

function freshState(seed: number): TrainingState {
  return { seed, elapsed: 0, extensions: 0, finished: false, graduates: [], trainees: [] };
}

/** The round's networks still to train: those in training, and new ones where none is trained or in training. */
function enrolled(
  round: readonly Assignment[],
  state: TrainingState,
  enrol: (assignment: Assignment) => Trainee,
): Trainee[] {
  return round.flatMap((assignment) => {
    const target = assignment.targets[0];
    const isThis = (other: { round: number; targets: readonly number[] }): boolean =>
      other.round === assignment.round && other.targets[0] === target;
    if (state.graduates.some(isThis)) return [];
    return [state.trainees.find((trainee) => isThis(trainee.assignment)) ?? enrol(assignment)];
  });
}

/** The share of the planned work that is done; networks that converge early count as done. */
function createProgress(rounds: readonly Assignment[][], state: TrainingState) {
  const keyOf = (assignment: Assignment): string => `${assignment.round} ${assignment.targets[0]}`;
  const costOf = (assignment: Assignment): number => assignment.steps * assignment.stepCost;
  const total = rounds.flat().reduce((sum, assignment) => sum + costOf(assignment), 0);
  const done = new Map<string, number>();
  for (const assignment of rounds.flat()) {
    const trained = ({ round, targets }: { round: number; targets: readonly number[] }): boolean =>
      round === assignment.round && targets[0] === assignment.targets[0];
    if (state.graduates.some(trained)) done.set(keyOf(assignment), costOf(assignment));
  }
  for (const { assignment, fit } of state.trainees) {
    const steps = fit.method === "bayesian" ? fit.iteration : fit.step;
    done.set(keyOf(assignment), Math.min(costOf(assignment), steps * assignment.stepCost));
  }
  for (const { assignment, fit } of state.trainees) {
    const steps = fit.method === "adam" ? fit.step : fit.iteration;
    done.set(keyOf(assignment), Math.min(costOf(assignment), steps * assignment.stepCost));
  }
  let highest = 0;
  return {
    add: (assignment: Assignment, steps: number): void => {
      const key = keyOf(assignment);
      const sum = (done.get(key) ?? 0) + steps * assignment.stepCost;
      done.set(key, Math.min(costOf(assignment), sum));
    },
    finish: (assignment: Assignment): void => {
      done.set(keyOf(assignment), costOf(assignment));
    },
    /** Never falls; `atLeast` lets time count where it runs faster than the work. */
    fraction: (atLeast: number): number => {
      const worked = Array.from(done.values()).reduce((sum, cost) => sum + cost, 0) / (total || 1);
      highest = Math.min(1, Math.max(highest, worked, atLeast));
      return highest;
    },
  };
}

/** Whether the last rounds gained too little for another to be worth the wait. */
function isCalm(losses: readonly number[]): boolean {
  const earlier = losses.at(-1 - CALM_ROUNDS);
  const latest = losses.at(-1);
  return earlier !== undefined && latest !== undefined && latest > earlier * LEAST_IMPROVEMENT ** CALM_ROUNDS;
}

function* ticking<T>(work: Generator<undefined, T>): Generator<TrainEvent, T> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    yield { type: "tick" };
  }
}
