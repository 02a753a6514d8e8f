/** Chooses the scale of every output: by quick models, and among close ones by Gaussian processes fitted on each. */
import { encodeRows, type Feature } from "../../dataset/columns.ts";
import { IDENTITY, type Scale, spreadOf } from "../../dataset/scaling.ts";
import { gatherRows, type Table, thinRows } from "../../dataset/table.ts";
import { likelyScales } from "./likely-scales.ts";
import { createQuickProcesses, MAX_PROCESS_ROWS, type OutputValues } from "./quick-gaussian-processes.ts";
import { createScaleScorer } from "./scale-scorer.ts";

/** Rows of the quick models. */
const MAX_ROWS = 2000;
/** Among more outputs the quick models decide alone. */
const MAX_OUTPUTS = 8;

/**
 * Yields between long steps.
 *
 * @param rows those trained on; @param outputs at all rows of the table.
 */
export function* chooseOutputScales(
  features: readonly Feature[],
  table: Table,
  rows: Int32Array,
  outputs: readonly OutputValues[],
): Generator<undefined, Scale[]> {
  const scored = thinRows(rows, MAX_ROWS);
  const encoded = encodeRows(features, table, scored);
  const scorer = yield* createScaleScorer(encoded, features.length, scored.length, outputs.length);
  const { likeliest } = createQuickProcesses(features);
  const fitted = thinRows(rows, MAX_PROCESS_ROWS);
  const inputs = encodeRows(features, table, fitted);
  const scales: Scale[] = [];
  for (const { values, size } of outputs) {
    const trainingValues = gatherRows(values, size, rows);
    const varies = spreadOf(trainingValues).deviation > 0;
    const [first = IDENTITY, ...others] = varies
      ? likelyScales(scorer, gatherRows(values, size, scored), size, trainingValues)
      : [];
    yield;
    const isFitted = size === 1 && others.length > 0 && outputs.length <= MAX_OUTPUTS;
    const found = isFitted
      ? yield* likeliest([first, ...others], gatherRows(values, size, fitted), inputs)
      : null;
    scales.push(found?.scale ?? first);
  }
  return scales;
}
