/** Chooses the scale of every output: by quick models, and among close ones by Gaussian processes fitted on each. */
import { encodeRows, type Feature } from "../../dataset/columns.ts";
import { IDENTITY, type Scale, spreadOf } from "../../dataset/scaling.ts";
import { gatherRows, type Table, thinRows } from "../../dataset/table.ts";
import { rankScales } from "./likely-scales.ts";
import { createQuickProcesses, MAX_PROCESS_ROWS, type OutputValues } from "./quick-gaussian-processes.ts";
import { createScaleScorer } from "./scale-scorer.ts";

/** The quick models use at most this many rows. */
const MAX_ROWS = 2000;
/** With more outputs than this the quick models decide alone. */
const MAX_OUTPUTS = 8;

/**
 * Chooses the scale of every output. The quick models rank the scales; a Gaussian process fitted on each of the close
 * ones decides between them where there are few outputs. Yields between long steps.
 *
 * @param features the inputs, on the scales that models are fitted to
 * @param table the data set
 * @param rows the training rows, as indices into the table
 * @param outputs the outputs at all rows of the table, in their own units
 * @returns one scale for each output
 */
export function* chooseOutputScales(
  features: readonly Feature[],
  table: Table,
  rows: Int32Array,
  outputs: readonly OutputValues[],
): Generator<undefined, Scale[]> {
  const scored = thinRows(rows, MAX_ROWS);
  const scorer = yield* createScaleScorer(encodeRows(features, table, scored), outputs.length);
  const { fitBest } = createQuickProcesses(features);
  const fitted = thinRows(rows, MAX_PROCESS_ROWS);
  const inputs = encodeRows(features, table, fitted);
  const scales: Scale[] = [];
  for (const { values, size } of outputs) {
    const trainingValues = gatherRows(values, size, rows);
    const varies = spreadOf(trainingValues).deviation > 0;
    const [first = IDENTITY, ...closeScales] = varies
      ? rankScales(scorer, gatherRows(values, size, scored), size, trainingValues)
      : [];
    yield;
    const isFitted = size === 1 && closeScales.length > 0 && outputs.length <= MAX_OUTPUTS;
    const quickProcess = isFitted
      ? yield* fitBest([first, ...closeScales], gatherRows(values, size, fitted), inputs)
      : null;
    scales.push(quickProcess?.scale ?? first);
  }
  return scales;
}
