/** Chooses the scale of every output: what quick models cannot tell apart, Gaussian processes do that are fitted on each. */
import { encodeRows, type Feature } from "../../dataset/columns.ts";
import { IDENTITY, type Scale, spreadOf } from "../../dataset/scaling.ts";
import { gatherRows, type Table, thinRows } from "../../dataset/table.ts";
import { likelyScales } from "./likely-scales.ts";
import { createQuickProcesses, MOST_PROCESS_ROWS, type OutputValues } from "./quick-gaussian-processes.ts";
import { createScaleJudge } from "./scale-judge.ts";

/** Rows that the quick models look at. */
const MOST_ROWS = 2000;
/** Among more outputs the quick models decide alone. */
const MOST_OUTPUTS = 8;

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
  const judged = thinRows(rows, MOST_ROWS);
  const encoded = encodeRows(features, table, judged);
  const judge = yield* createScaleJudge(encoded, features.length, judged.length, outputs.length);
  const { likeliest } = createQuickProcesses(features);
  const fitted = thinRows(rows, MOST_PROCESS_ROWS);
  const inputs = encodeRows(features, table, fitted);
  const scales: Scale[] = [];
  for (const { values, size } of outputs) {
    const learnt = gatherRows(values, size, rows);
    const varies = spreadOf(learnt).deviation > 0;
    const [first = IDENTITY, ...others] = varies
      ? likelyScales(judge, gatherRows(values, size, judged), size, learnt)
      : [];
    yield;
    const isFitted = size === 1 && others.length > 0 && outputs.length <= MOST_OUTPUTS;
    const found = isFitted
      ? yield* likeliest([first, ...others], gatherRows(values, size, fitted), inputs)
      : null;
    scales.push(found?.scale ?? first);
  }
  return scales;
}
