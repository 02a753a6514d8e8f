/**
 * Chooses the scales of the inputs by the outputs (Box and Tidwell, 1962): a law is often simple in the logarithm of a quantity,
 * or in its reciprocal, however that was sampled.
 */
import { encodeRows, type Feature, type ValueFeature, valueFeature } from "../../dataset/columns.ts";
import { candidateInputScales } from "../../dataset/scale-candidates.ts";
import { isSameScale, type Scale } from "../../dataset/scaling.ts";
import { gatherRows, type Table, thinRows } from "../../dataset/table.ts";
import type { Matrix } from "../../math/matrix.ts";
import { rankScales } from "./likely-scales.ts";
import {
  createQuickProcesses,
  MAX_PROCESS_ROWS,
  type OutputValues,
  type QuickProcess,
} from "./quick-gaussian-processes.ts";
import { createScaleScorer } from "./scale-scorer.ts";

/** At most this many output components are predicted on each scale; fewer where many inputs have other scales. */
const MAX_PROCESSES = 6;
const MAX_SCORED_PREDICTIONS = 300;
/** These scales are tried for all inputs at once: products, and sums of quotients, are simple on no other. */
const COMMON_SCALES: readonly Scale[] = [{ kind: "log" }, { kind: "power", exponent: -1 }];
/** Another scale of one input must gain this much, in units of score, summed over the rows. */
const MIN_GAIN = 20;
/** A single component may be predicted worse by this much, in units of score. */
const MAX_LOSS = 0.25;

interface ScoredFeatures {
  features: readonly Feature[];
  processes: readonly QuickProcess[];
}

/**
 * Chooses the scale of each input: the one on which Gaussian processes predict the outputs best.
 *
 * The search is greedy. It begins with the better of the sampled scales and the scales tried for all inputs at once,
 * then changes one input after the other, and keeps a change if the mean leave-one-out score of the outputs rises by
 * `MIN_GAIN` over the number of rows. It yields between long steps.
 *
 * @param sampled the features on the scales that the inputs were sampled on
 * @param table the data set
 * @param rows the training rows, as indices into the table
 * @param outputs the outputs at all rows of the table, in their own units
 * @returns the same features in the same order, each on the scale that models are fitted to
 */
export function* chooseInputScales(
  sampled: readonly Feature[],
  table: Table,
  rows: Int32Array,
  outputs: readonly OutputValues[],
): Generator<undefined, readonly Feature[]> {
  const alternatives = sampled.map((feature) => listAlternatives(feature, table, rows));
  const changes = alternatives.reduce((sum, featureAlternatives) => sum + featureAlternatives.length, 0);
  if (changes === 0) return sampled;
  const scoredRows = thinRows(rows, MAX_PROCESS_ROWS);
  const encode = (features: readonly Feature[]): Matrix => encodeRows(features, table, scoredRows);
  const { fitBest, scoreOn } = createQuickProcesses(sampled);
  const processCount = Math.max(1, Math.min(MAX_PROCESSES, Math.floor(MAX_SCORED_PREDICTIONS / changes)));
  const scoredOutputs = evenlySpaced(outputs.length, processCount).flatMap((at) => outputs[at] ?? []);

  function* scoreFeatures(features: readonly Feature[]): Generator<undefined, ScoredFeatures> {
    const inputs = encode(features);
    const scorer = yield* createScaleScorer(inputs, outputs.length);
    const processes: QuickProcess[] = [];
    for (const { values, size } of scoredOutputs) {
      const scales = rankScales(scorer, gatherRows(values, size, scoredRows), size);
      yield;
      for (const at of evenlySpaced(size, Math.max(1, Math.floor(processCount / scoredOutputs.length)))) {
        const numbers = Float64Array.from(scoredRows, (row) => values[row * size + at]);
        const quickProcess = yield* fitBest(size === 1 ? scales : scales.slice(0, 1), numbers, inputs);
        if (quickProcess !== null) processes.push(quickProcess);
      }
    }
    return { features, processes };
  }

  let start = yield* scoreFeatures(sampled);
  for (const scale of COMMON_SCALES) {
    const changed = sampled.map(
      (feature, at) =>
        alternatives[at]?.find((alternative) => isSameScale(alternative.scale, scale)) ?? feature,
    );
    const changedScores = yield* scoreFeatures(changed);
    if (computeMeanGain(readScores(start), readScores(changedScores)) > 0) start = changedScores;
  }
  let features = start.features;
  let scores = readScores(start);
  for (const [at, feature] of sampled.entries()) {
    const candidateFeatures = [feature, ...(alternatives[at] ?? [])].filter(
      (candidate) => candidate !== features[at],
    );
    const before = scores;
    let bestGain = MIN_GAIN / scoredRows.length;
    for (const changed of candidateFeatures.map((candidate) => features.with(at, candidate))) {
      const inputs = encode(changed);
      const changedProcessScores: number[] = [];
      for (const process of start.processes) changedProcessScores.push(yield* scoreOn(process, inputs));
      const scoreGain = computeMeanGain(before, changedProcessScores);
      if (scoreGain > bestGain) [features, scores, bestGain] = [changed, changedProcessScores, scoreGain];
    }
  }
  if (features === start.features) return features;
  const refined = yield* scoreFeatures(features);
  return computeMeanGain(readScores(start), readScores(refined)) > 0 ? features : start.features;
}

const readScores = ({ processes }: ScoredFeatures): number[] => processes.map(({ score }) => score);

/** Computes the mean gain of the scores; minus infinity where one of them loses too much. */
function computeMeanGain(before: readonly number[], after: readonly number[]): number {
  const gains = after.map((score, at) => score - (before[at] ?? score));
  if (gains.some((scoreGain) => !(scoreGain >= -MAX_LOSS))) return Number.NEGATIVE_INFINITY;
  return gains.reduce((sum, scoreGain) => sum + scoreGain / gains.length, 0);
}

/** Lists the same input on the other candidate scales. */
function listAlternatives(feature: Feature, table: Table, rows: Int32Array): ValueFeature[] {
  const column = table.inputs[feature.input];
  if (feature.kind !== "value" || column?.kind !== "continuous") return [];
  const values = gatherRows(column.values, 1, rows);
  return candidateInputScales(values)
    .filter((scale) => !isSameScale(scale, feature.scale))
    .flatMap((scale) => valueFeature(values, feature.input, scale));
}

/** Returns at most `max` of 0 .. count - 1, at the centres of equal parts. */
function evenlySpaced(count: number, max: number): number[] {
  const parts = Math.min(count, max);
  return Array.from({ length: parts }, (_, part) => Math.floor(((part + 0.5) * count) / parts));
}
