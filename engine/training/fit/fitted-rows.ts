/** The rows that a task is fitted to, and those on which its error is measured. */
import { gatherRows } from "../../dataset/table.ts";
import { Matrix } from "../../math/matrix.ts";
import { createRandom } from "../../math/random.ts";
import type { FitTask, TrainingData } from "../../models/fit-task.ts";
import { heldOutRows, listGroupRows, trainingRows } from "./folds.ts";

/** Subsamples do not depend on the task, and smaller ones are subsets of larger ones. */
const SUBSAMPLE_STREAM = 7;

/**
 * A Gaussian process is fitted to at most this many rows. A sparse one has 700 inducing rows, so the noise of 50,000 rows adds about
 * 700 / 50,000 of its variance to the error. With all of a million rows a process takes a minute of the time of the networks, which
 * predict better there.
 */
export const MAX_PROCESS_ROWS = 50_000;

export interface TaskRows {
  training: Int32Array;
  heldOut: Int32Array;
}

/**
 * Selects the rows of a task. A subsample of the training rows is drawn at random, by groups where rows are grouped. Of the rows that
 * are too many for a Gaussian process single ones are drawn, so that few large groups cannot exceed the limit.
 */
export function selectRows(
  data: TrainingData,
  { family, fold, subsample = 1 }: Pick<FitTask, "family" | "fold" | "subsample">,
): TaskRows {
  const heldOut = heldOutRows(data.folds, fold);
  const rows = drawSubsample(data, trainingRows(data, fold), subsample);
  const isTooMany = family === "gaussian-process" && rows.length > MAX_PROCESS_ROWS;
  return { training: isTooMany ? drawRows(data, rows, MAX_PROCESS_ROWS) : rows, heldOut };
}

/** Draws this share of the rows, at least two of them, or of their groups. */
function drawSubsample(data: TrainingData, rows: Int32Array, share: number): Int32Array {
  if (share >= 1) return rows;
  const { groups } = data;
  if (groups === undefined) return drawRows(data, rows, Math.max(2, Math.round(share * rows.length)));
  const members = listGroupRows(gatherIntegers(groups, rows));
  const order = createOrder(data, members.length).slice(0, Math.max(2, Math.round(share * members.length)));
  return Int32Array.from(Array.from(order, (group) => members[group] ?? []).flat(), (at) => rows[at]).sort();
}

const drawRows = (data: TrainingData, rows: Int32Array, count: number): Int32Array =>
  createOrder(data, rows.length)
    .slice(0, count)
    .map((at) => rows[at])
    .sort();

const createOrder = ({ inputs }: TrainingData, length: number): Int32Array =>
  createRandom(inputs.columns, SUBSAMPLE_STREAM).permutation(length);

const gatherIntegers = (values: Int32Array, rows: Int32Array): Int32Array => rows.map((row) => values[row]);

/** Copies the features at some rows as networks read them: features x rows, row-major. @param features all when absent */
export function inputsAt(
  { inputs }: Pick<TrainingData, "inputs">,
  rows: Int32Array,
  features?: ArrayLike<number>,
): Float64Array {
  if (features === undefined) return inputs.gatherColumns(rows).values;
  const gathered = new Matrix(features.length, rows.length);
  gathered.rowViews().forEach((values, at) => {
    values.set(gatherRows(inputs.row(features[at]), 1, rows));
  });
  return gathered.values;
}

export function targetAt({ targets }: TrainingData, target: number, rows: Int32Array): Float64Array {
  return gatherRows(targets[target] ?? new Float64Array(0), 1, rows);
}
