/**
 * Chooses the scales on which inputs are learnt from (Box and Tidwell, 1962). A law is often simple in the logarithm of a
 * quantity, or in one over it, however that was sampled; which, only the outputs tell.
 */
import { encodeRows, type Feature, type ValueFeature, valueFeature } from "../../dataset/columns.ts";
import { candidateInputScales } from "../../dataset/scale-candidates.ts";
import { isSameScale, type Scale } from "../../dataset/scaling.ts";
import { gatherRows, type Table, thinRows } from "../../dataset/table.ts";
import { likelyScales } from "./likely-scales.ts";
import {
  createQuickProcesses,
  MOST_PROCESS_ROWS,
  type OutputValues,
  type QuickProcess,
} from "./quick-gaussian-processes.ts";
import { createScaleJudge } from "./scale-judge.ts";

/** Numbers that are foretold on each; fewer where many inputs have other scales. */
const MOST_NUMBERS = 6;
const MOST_SCORES = 300;
/** Tried for all inputs at once: products and sums of quotients are plain on no other. */
const TOGETHER: readonly Scale[] = [{ kind: "log" }, { kind: "power", exponent: -1 }];
/** In units of score, summed over the rows: what another scale of one input must gain. */
const LEAST_GAIN = 20;
/** In units of score: what a number may be foretold worse for the others' sake. */
const WORST_LOSS = 0.25;

interface Ground {
  features: readonly Feature[];
  processes: readonly QuickProcess[];
}

/**
 * Yields between long steps.
 *
 * @param sampled features on the scales that the inputs were sampled on; @param rows those trained on.
 * @param outputs at all rows of the table.
 * @returns the same features in the same order, each on the scale that it is learnt from.
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
  const some = thinRows(rows, MOST_PROCESS_ROWS);
  const encoded = (features: readonly Feature[]): Float64Array => encodeRows(features, table, some);
  const { likeliest, scoreOn } = createQuickProcesses(sampled);
  const most = Math.max(1, Math.min(MOST_NUMBERS, Math.floor(MOST_SCORES / changes)));
  const foretold = middles(outputs.length, most).flatMap((at) => outputs[at] ?? []);

  function* groundOn(features: readonly Feature[]): Generator<undefined, Ground> {
    const inputs = encoded(features);
    const judge = yield* createScaleJudge(inputs, features.length, some.length, outputs.length);
    const processes: QuickProcess[] = [];
    for (const { values, size } of foretold) {
      const scales = likelyScales(judge, gatherRows(values, size, some), size);
      yield;
      for (const at of middles(size, Math.max(1, Math.floor(most / foretold.length)))) {
        const numbers = Float64Array.from(some, (row) => values[row * size + at] ?? 0);
        const found = yield* likeliest(size === 1 ? scales : scales.slice(0, 1), numbers, inputs);
        if (found !== null) processes.push(found);
      }
    }
    return { features, processes };
  }

  let start = yield* groundOn(sampled);
  for (const scale of TOGETHER) {
    const changed = sampled.map(
      (feature, at) => others[at]?.find((other) => isSameScale(other.scale, scale)) ?? feature,
    );
    const ground = yield* groundOn(changed);
    if (gain(scoresOf(start), scoresOf(ground)) > 0) start = ground;
  }
  let features = start.features;
  let scores = scoresOf(start);
  for (const [at, feature] of sampled.entries()) {
    const tried = [feature, ...(others[at] ?? [])].filter((one) => one !== features[at]);
    const before = scores;
    let least = LEAST_GAIN / some.length;
    for (const changed of tried.map((one) => features.with(at, one))) {
      const inputs = encoded(changed);
      const found: number[] = [];
      for (const process of start.processes) found.push(yield* scoreOn(process, inputs));
      const gained = gain(before, found);
      if (gained > least) [features, scores, least] = [changed, found, gained];
    }
  }
  if (features === start.features) return features;
  const refined = yield* groundOn(features);
  return gain(scoresOf(start), scoresOf(refined)) > 0 ? features : start.features;
}

const scoresOf = ({ processes }: Ground): number[] => processes.map(({ score }) => score);

/** The mean of what the numbers are foretold better; minus infinity where one of them loses too much. */
function gain(before: readonly number[], after: readonly number[]): number {
  const gains = after.map((score, at) => score - (before[at] ?? score));
  if (gains.some((own) => !(own >= -WORST_LOSS))) return Number.NEGATIVE_INFINITY;
  return gains.reduce((sum, own) => sum + own / gains.length, 0);
}

/** The same input on other scales that are worth trying. */
function alternativesTo(feature: Feature, table: Table, rows: Int32Array): ValueFeature[] {
  const column = table.inputs[feature.input];
  if (feature.kind !== "value" || column?.kind !== "continuous") return [];
  const values = gatherRows(column.values, 1, rows);
  return candidateInputScales(values)
    .filter((scale) => !isSameScale(scale, feature.scale))
    .flatMap((scale) => valueFeature(values, feature.input, scale));
}

/** So many of 0 .. count - 1 at most, in the middles of equal parts. */
function middles(count: number, most: number): number[] {
  const parts = Math.min(count, most);
  return Array.from({ length: parts }, (_, part) => Math.floor(((part + 0.5) * count) / parts));
}
