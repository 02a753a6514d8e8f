/**
 * Chooses the scales of the inputs by the outputs (Box and Tidwell, 1962): a law is often simple in the logarithm of a quantity,
 * or in its reciprocal, however that was sampled.
 */
import { encodeRows, type Feature, type ValueFeature, valueFeature } from "../../dataset/columns.ts";
import { candidateInputScales } from "../../dataset/scale-candidates.ts";
import { isSameScale, type Scale } from "../../dataset/scaling.ts";
import { gatherRows, type Table, thinRows } from "../../dataset/table.ts";
import { likelyScales } from "./likely-scales.ts";
import {
  createQuickProcesses,
  MAX_PROCESS_ROWS,
  type OutputValues,
  type QuickProcess,
} from "./quick-gaussian-processes.ts";
import { createScaleScorer } from "./scale-scorer.ts";

/** Output components that are predicted on each scale; fewer where many inputs have other scales. */
const MAX_PROCESSES = 6;
const MAX_SCORES = 300;
/** Tried for all inputs at once: products, and sums of quotients, are simple on no other. */
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
 * Yields between long steps.
 *
 * @param sampled features on the scales that the inputs were sampled on; @param rows those trained on.
 * @param outputs at all rows of the table.
 * @returns the same features in the same order, each on the scale that models are fitted to.
 */
export function* chooseInputScales(
  sampled: readonly Feature[],
  table: Table,
  rows: Int32Array,
  outputs: readonly OutputValues[],
): Generator<undefined, readonly Feature[]> {
  const others = sampled.map((feature) => alternativesTo(feature, table, rows));
  const changes = others.reduce((sum, own) => sum + own.length, 0);
  if (changes === 0) return sampled;
  const some = thinRows(rows, MAX_PROCESS_ROWS);
  const encoded = (features: readonly Feature[]): Float64Array => encodeRows(features, table, some);
  const { likeliest, scoreOn } = createQuickProcesses(sampled);
  const processCount = Math.max(1, Math.min(MAX_PROCESSES, Math.floor(MAX_SCORES / changes)));
  const scoredOutputs = evenlySpaced(outputs.length, processCount).flatMap((at) => outputs[at] ?? []);

  function* scoredOn(features: readonly Feature[]): Generator<undefined, ScoredFeatures> {
    const inputs = encoded(features);
    const scorer = yield* createScaleScorer(inputs, features.length, some.length, outputs.length);
    const processes: QuickProcess[] = [];
    for (const { values, size } of scoredOutputs) {
      const scales = likelyScales(scorer, gatherRows(values, size, some), size);
      yield;
      for (const at of evenlySpaced(size, Math.max(1, Math.floor(processCount / scoredOutputs.length)))) {
        const numbers = Float64Array.from(some, (row) => values[row * size + at]);
        const found = yield* likeliest(size === 1 ? scales : scales.slice(0, 1), numbers, inputs);
        if (found !== null) processes.push(found);
      }
    }
    return { features, processes };
  }

  let start = yield* scoredOn(sampled);
  for (const scale of COMMON_SCALES) {
    const changed = sampled.map(
      (feature, at) => others[at]?.find((other) => isSameScale(other.scale, scale)) ?? feature,
    );
    const changedScores = yield* scoredOn(changed);
    if (gain(scoresOf(start), scoresOf(changedScores)) > 0) start = changedScores;
  }
  let features = start.features;
  let scores = scoresOf(start);
  for (const [at, feature] of sampled.entries()) {
    const tried = [feature, ...(others[at] ?? [])].filter((one) => one !== features[at]);
    const before = scores;
    let bestGain = MIN_GAIN / some.length;
    for (const changed of tried.map((one) => features.with(at, one))) {
      const inputs = encoded(changed);
      const found: number[] = [];
      for (const process of start.processes) found.push(yield* scoreOn(process, inputs));
      const gained = gain(before, found);
      if (gained > bestGain) [features, scores, bestGain] = [changed, found, gained];
    }
  }
  if (features === start.features) return features;
  const refined = yield* scoredOn(features);
  return gain(scoresOf(start), scoresOf(refined)) > 0 ? features : start.features;
}

const scoresOf = ({ processes }: ScoredFeatures): number[] => processes.map(({ score }) => score);

/** The mean gain of the scores; minus infinity where one of them loses too much. */
function gain(before: readonly number[], after: readonly number[]): number {
  const gains = after.map((score, at) => score - (before[at] ?? score));
  if (gains.some((own) => !(own >= -MAX_LOSS))) return Number.NEGATIVE_INFINITY;
  return gains.reduce((sum, own) => sum + own / gains.length, 0);
}

/** Lists the same input on the other candidate scales. */
function alternativesTo(feature: Feature, table: Table, rows: Int32Array): ValueFeature[] {
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
