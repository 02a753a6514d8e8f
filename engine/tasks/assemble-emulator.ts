/** Makes one emulator of the networks trained so far: weights, calibration, accuracy. */

import { gatherRows, pointsOf, type Table } from "../data/table.ts";
import { accuracyOf } from "../emulators/accuracy.ts";
import { calibrate } from "../emulators/calibration.ts";
import { calibrationCurve, LEVELS, normalCalibration } from "../emulators/calibration-curve.ts";
import type { Emulator, EmulatorFamily, FamilyShare } from "../emulators/emulator.ts";
import {
  createEnsemble,
  type EnsembleOutput,
  type Explanation,
  standardisedMeans,
} from "../emulators/ensemble.ts";
import { surroundingsOf } from "../emulators/extrapolation.ts";
import { combine, type Member, type TargetPrediction } from "../emulators/members.ts";
import { parameterCount } from "../emulators/network.ts";
import { type OutputModel, toOutput } from "../emulators/targets.ts";
import type { Prepared } from "./prepare.ts";
import type { Graduate } from "./trainees.ts";

/** A network that counts for less than this share of a target's weight is left out. */
const LEAST_WEIGHT = 0.01;
/** How steeply a network's weight falls with its error. */
const STEEPNESS = 2;
/** With so many validation rows their errors count as much as what the fit itself says of the noise. */
const HALF_TRUSTED_ROWS = 10;

/**
 * Each network's weight for each of its targets, by its squared error: a geometric mean of that on the validation rows,
 * which is honest, and that estimated by the fit, which is steady where the validation rows are few.
 */
function weigh(graduates: readonly Graduate[], count: number): number[][] {
  const trust = count / (count + HALF_TRUSTED_ROWS);
  const raw = graduates.map(({ errors, noise }) =>
    errors.map((error, at) => {
      const blended = (error + 1e-14) ** trust * ((noise[at] ?? 0) + 1e-14) ** (1 - trust);
      return blended ** -STEEPNESS;
    }),
  );
  const totals = new Map<number, number>();
  graduates.forEach(({ targets }, member) => {
    targets.forEach((target, at) => {
      totals.set(target, (totals.get(target) ?? 0) + (raw[member]?.[at] ?? 0));
    });
  });
  return graduates.map(({ targets }, member) =>
    targets.map((target, at) => {
      const share = (raw[member]?.[at] ?? 0) / (totals.get(target) ?? 1);
      return share >= LEAST_WEIGHT ? share : 0;
    }),
  );
}

/** The network that says the mean of every target whatever the inputs: where nothing can be learnt, nothing beats it. */
function ignorance({ validation, shares }: Prepared): Graduate {
  const targets = Array.from(shares.keys());
  const shape = { inputs: 1, hidden: [], outputs: targets.length };
  return {
    round: -1,
    shape,
    features: [0],
    parameters: new Float64Array(parameterCount(shape)),
    targets,
    validation: targets.map(() => new Float64Array(validation.count)),
    errors: targets.map((target) => {
      const truth = validation.targets[target] ?? new Float64Array(0);
      return truth.reduce((sum, value) => sum + value * value, 0) / validation.count;
    }),
    noise: targets.map(() => 1),
  };
}

/** What the networks together say of the validation rows, by target. */
function validationPredictions(
  graduates: readonly Graduate[],
  weights: readonly number[][],
  prepared: Prepared,
): Map<number, TargetPrediction> {
  const { count } = prepared.validation;
  const opinions = Array.from(prepared.shares, (): { values: Float64Array; weight: number }[] => []);
  graduates.forEach((graduate, member) => {
    graduate.targets.forEach((target, at) => {
      const values = graduate.validation[at];
      if (values !== undefined) opinions[target]?.push({ values, weight: weights[member]?.[at] ?? 0 });
    });
  });
  return new Map(opinions.map((heard, target) => [target, combine(heard, count)]));
}

/** Coefficient of determination and loss on the validation rows: means over the outputs. */
export function quickAccuracy(
  trained: readonly Graduate[],
  prepared: Prepared,
): { coefficientOfDetermination: number; loss: number } {
  const { count } = prepared.validation;
  const graduates = [ignorance(prepared), ...trained];
  const predicted = validationPredictions(graduates, weigh(graduates, count), prepared);
  let determination = 0;
  let loss = 0;
  for (const { model, truth, standardisedTruth } of prepared.outputs) {
    const means = standardisedMeans(model, predicted, count);
    const mean = means.map((value, at) => toOutput(model, at % model.size, value));
    const prediction = { mean, lower: mean, upper: mean };
    determination += accuracyOf(truth, prediction, model.size, model.deviations).coefficientOfDetermination;
    const squares = means.reduce((sum, value, at) => sum + (value - (standardisedTruth[at] ?? 0)) ** 2, 0);
    loss += Math.min(squares / means.length, 1e12);
  }
  const outputs = prepared.outputs.length;
  return { coefficientOfDetermination: determination / outputs, loss: loss / outputs };
}

function familyOf({ round, shape }: Graduate): EmulatorFamily {
  if (round < 0) return "mean";
  return shape.hidden.length === 0 ? "linear" : "network";
}

/** What speaks for an output: the members' weights, averaged over its targets by the variance they hold. */
function familiesOf(
  model: OutputModel,
  graduates: readonly Graduate[],
  weights: readonly number[][],
): FamilyShare[] {
  const shares = new Map<EmulatorFamily, number>();
  model.targets.forEach((target, at) => {
    const row = model.basis.subarray(at * model.size, (at + 1) * model.size);
    const variance = row.reduce((sum, value) => sum + value * value, 0);
    const own = graduates.map(({ targets }, member) => weights[member]?.[targets.indexOf(target)] ?? 0);
    const total = own.reduce((sum, weight) => sum + weight, 0) || 1;
    graduates.forEach((graduate, member) => {
      const family = familyOf(graduate);
      shares.set(family, (shares.get(family) ?? 0) + (variance * (own[member] ?? 0)) / total);
    });
  });
  const total = Array.from(shares.values()).reduce((sum, share) => sum + share, 0) || 1;
  return Array.from(shares, ([family, share]) => ({
    family,
    weight: share / total,
    coefficientOfDetermination: null,
  }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
}

const REASONS: Readonly<Record<EmulatorFamily, string>> = {
  mean: "The mean: nothing that was learnt predicts better.",
  linear: "Mostly a linear trend: networks predicted no better.",
  "gaussian-process": "Mostly a Gaussian process.",
  network: "Mostly networks, averaged: they predicted best.",
};

export function assembleEmulator(trained: readonly Graduate[], prepared: Prepared, table: Table): Emulator {
  const { validation, shares } = prepared;
  const graduates = [ignorance(prepared), ...trained];
  const weights = weigh(graduates, validation.count);
  const predicted = validationPredictions(graduates, weights, prepared);
  const noise = new Float64Array(shares.length);
  graduates.forEach((graduate, member) => {
    graduate.targets.forEach((target, at) => {
      noise[target] = (noise[target] ?? 0) + (weights[member]?.[at] ?? 0) * (graduate.noise[at] ?? 0);
    });
  });
  const members = graduates.flatMap((graduate, member): Member[] => {
    const own = Float64Array.from(weights[member] ?? []);
    if (!own.some((weight) => weight > 0)) return [];
    const { shape, parameters } = graduate;
    const features = Int32Array.from(graduate.features);
    return [{ shape, features, parameters, targets: Int32Array.from(graduate.targets), weights: own }];
  });
  const surroundings = surroundingsOf(
    prepared.training.inputs,
    prepared.features.length,
    prepared.training.count,
  );
  const common = { inputs: prepared.inputs, features: prepared.features, members, noise, surroundings };
  const calibrated = prepared.outputs.map(
    ({ model, standardisedTruth }): EnsembleOutput => ({
      ...model,
      ...calibrate(model, standardisedTruth, predicted, noise, validation.count),
      coefficientOfDetermination: 0,
      coefficientsOfDetermination: new Float64Array(model.size),
      coverage: 0,
      validationValues: 0,
      ...explained(familiesOf(model, graduates, weights)),
    }),
  );
  const points = gatherRows(pointsOf(table), table.inputs.length, validation.rows);
  const predictions = createEnsemble({ ...common, outputs: calibrated }).predict(points, validation.count);
  const measured = calibrated.map((output, index) => {
    const prediction = predictions.get(output.name);
    const truth = prepared.outputs[index]?.truth;
    if (prediction === undefined || truth === undefined) return output;
    // On the output's own unit; a component that never changed is measured by nothing but its error.
    const fallback = output.scale.kind === "identity" ? output.deviations : new Float64Array(output.size);
    return {
      ...output,
      ...accuracyOf(truth, prediction, output.size, fallback),
      calibration: normalCalibration(truth, prediction),
    };
  });
  return createEnsemble({ ...common, outputs: measured });
}

/** Without a calibration curve as yet. */
function explained(families: readonly FamilyShare[]): Explanation {
  const [first] = families;
  return {
    families,
    reason: first === undefined ? "The output never changes." : REASONS[first.family],
    calibration: calibrationCurve(new Float64Array(LEVELS.length)),
    learningCurve: null,
  };
}
