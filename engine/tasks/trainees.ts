/** A network in training, whichever way it is trained, and the trained ones that came of it. */

import { gatherRows, thinRows } from "../data/table.ts";
import { type AdamFit, type AdamFitter, createAdamFitter, startAdam } from "../emulators/adam-fit.ts";
import {
  type BayesianFit,
  type BayesianFitter,
  createBayesianFitter,
  hasConverged,
  noiseOf,
  startFit,
} from "../emulators/bayesian-fit.ts";
import { evaluate, type TrainedNetwork } from "../emulators/members.ts";
import { initialParameters, type NetworkShape } from "../emulators/network.ts";
import type { Random } from "../math/random.ts";
import type { Assignment } from "./plan.ts";
import type { Part, Prepared } from "./prepare.ts";

export type Fit = ({ method: "bayesian" } & BayesianFit) | ({ method: "adam" } & AdamFit);

export interface Trainee {
  assignment: Assignment;
  fit: Fit;
  /** The least validation error seen of a network that could overfit, and its weights. */
  best: { error: number; parameters: Float64Array } | null;
}

/** A network's predictions on the validation rows, and how far off they are. */
export interface Graduate extends TrainedNetwork {
  round: number;
  features: readonly number[];
  targets: readonly number[];
  /** One array of the validation rows' count for every target. */
  validation: Float64Array[];
  /** Mean squared error on the validation rows, one a target. */
  errors: number[];
  /** Variance left unexplained, one a target. */
  noise: number[];
}

/** Multiplications between two yields in mini-batch training. */
const BREATH = 4e7;
const PROBE_ROWS = 2000;

/**
 * @param lateness how far, 0 .. 1, a round's share of the training time is used up: mini-batch training anneals by it when
 * the machine is too slow for all its steps.
 */
export function createSchool(prepared: Prepared, random: Random, lateness: (round: number) => number) {
  const { training, validation } = prepared;
  const fitters = new Map<string, BayesianFitter>();
  const adamFitters = new Map<string, AdamFitter>();

  const bayesianFitter = ({ shape, features }: Assignment): BayesianFitter => {
    const key = `${shape.hidden.join()} of ${features.join()}`;
    const known = fitters.get(key);
    if (known !== undefined) return known;
    const inputs = gatherRows(training.inputs, training.count, features);
    const made = createBayesianFitter(shape, inputs, training.count);
    fitters.set(key, made);
    return made;
  };

  const adamFitter = (shape: NetworkShape, targets: readonly number[]): AdamFitter => {
    const key = shape.hidden.join();
    const known = adamFitters.get(key);
    if (known !== undefined) return known;
    const joined = new Float64Array(targets.length * training.count);
    targets.forEach((target, at) => {
      joined.set(training.targets[target] ?? [], at * training.count);
    });
    const shares = Float64Array.from(
      targets,
      (target) => (prepared.shares[target] ?? 0) + 1 / targets.length,
    );
    const made = createAdamFitter(shape, training.inputs, joined, shares, training.count);
    adamFitters.set(key, made);
    return made;
  };

  const enrol = (assignment: Assignment): Trainee => {
    const { shape, method, round, targets } = assignment;
    const parameters = initialParameters(shape, random.fork(1, round, targets[0] ?? 0));
    const fit: Fit =
      method === "bayesian"
        ? { method, ...startFit(shape, parameters) }
        : { method, ...startAdam(parameters) };
    return { assignment, fit, best: null };
  };

  /** One turn of a trainee; returns how many steps that were. */
  function* teach(trainee: Trainee): Generator<undefined, number> {
    const { assignment, fit } = trainee;
    if (fit.method === "bayesian") {
      const targets = training.targets[assignment.targets[0] ?? 0] ?? new Float64Array(training.count);
      yield* bayesianFitter(assignment).advance(fit, targets);
      return 1;
    }
    const fitter = adamFitter(assignment.shape, assignment.targets);
    const turn = Math.max(1, Math.floor(BREATH / assignment.stepCost));
    const turns = Math.max(1, Math.ceil(assignment.steps / 200 / turn));
    let done = 0;
    for (let i = 0; i < turns && fit.step < assignment.steps; i++) {
      const steps = Math.min(turn, assignment.steps - fit.step);
      const progress = Math.max(fit.step / assignment.steps, lateness(assignment.round));
      const label = random.fork(2, assignment.round, fit.step);
      fitter.advance(fit, steps, progress, label);
      done += steps;
      yield;
    }
    remember(trainee);
    return done;
  }

  const probe = probeOf(validation, prepared.features.length);
  const remember = (trainee: Trainee): void => {
    const { errors } = examine({ ...trainee.assignment, ...trainee.fit }, probe);
    const error = errors.reduce((sum, value) => sum + value, 0);
    if (trainee.best === null || error < trainee.best.error) {
      trainee.best = { error, parameters: trainee.fit.parameters.slice() };
    }
  };

  const examine = (
    network: TrainedNetwork & { targets: readonly number[] },
    part: Pick<Part, "count" | "inputs" | "targets"> = validation,
  ): { validation: Float64Array[]; errors: number[] } => {
    const { count, inputs } = part;
    const outputs = evaluate(network, inputs, count);
    const { targets } = network;
    const predictions = targets.map((_, at) => outputs.slice(at * count, (at + 1) * count));
    const errors = targets.map((target, at) => {
      const truth = part.targets[target];
      return (
        (predictions[at] ?? outputs).reduce((sum, value, i) => sum + (value - (truth?.[i] ?? 0)) ** 2, 0) /
        count
      );
    });
    return { validation: predictions, errors };
  };

  /** The network as it is, to be counted with; it may go on learning. */
  const graduate = (trainee: Trainee): Graduate => {
    const { round, shape, features, targets } = trainee.assignment;
    const parameters = (trainee.best?.parameters ?? trainee.fit.parameters).slice();
    const network = { shape, features, targets, parameters };
    const results = examine(network);
    const noise = trainee.fit.method === "bayesian" ? [noiseOf(trainee.fit, training.count)] : results.errors;
    return { round, ...network, noise, ...results };
  };

  const isDone = ({ assignment, fit }: Trainee): boolean =>
    fit.method === "bayesian"
      ? hasConverged(fit) || fit.iteration >= assignment.steps
      : fit.step >= assignment.steps || lateness(assignment.round) >= 1;

  return { enrol, teach, graduate, examine, isDone };
}

/** Some of the validation rows: enough to tell the best weights of a network by, again and again. */
function probeOf(validation: Part, features: number): Pick<Part, "count" | "inputs" | "targets"> {
  const positions = thinRows(Int32Array.from(validation.rows.keys()), PROBE_ROWS);
  const pick = (values: Float64Array): Float64Array => gatherRows(values, 1, positions);
  const inputs = new Float64Array(features * positions.length);
  for (let i = 0; i < features; i++) {
    const row = validation.inputs.subarray(i * validation.count, (i + 1) * validation.count);
    inputs.set(pick(row), i * positions.length);
  }
  return { count: positions.length, inputs, targets: validation.targets.map(pick) };
}

export type School = ReturnType<typeof createSchool>;
