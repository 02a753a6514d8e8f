/** The rows that a task is fitted to, and those on which its error is measured. */
import { gatherRows } from "../../dataset/table.ts";
import { Matrix } from "../../math/matrix.ts";
import { createRandom } from "../../math/random.ts";
import type { FitTask, NetworkFitTask, TrainingData } from "../../models/fit-task.ts";
import { heldOutRows, listGroupRows, trainingRows } from "./folds.ts";

/** Subsamples do not depend on the task, and smaller ones are subsets of larger ones. */
const SUBSAMPLE_STREAM = 7;

/**
 * A Gaussian process is fitted to at most this many rows. A sparse one has 700 inducing rows, so the noise of 50,000 rows adds about
 * 700 / 50,000 of its variance to the error. With all of a million rows a process takes a minute of the time of the networks, which
 * predict better there.
 */
export const MAX_PROCESS_ROWS = 50_000;

/**
 * A network is fitted by second-order steps to at most this many rows: they are a hundred for each of its parameters and more. With all of a
 * million rows a step takes so long that there would be no such network.
 */
export const MAX_SECOND_ORDER_ROWS = 50_000;

type RowsOfTask = Pick<FitTask, "family" | "fold" | "subsample"> & { method?: NetworkFitTask["method"] };

export interface TaskRows {
  training: Int32Array;
  heldOut: Int32Array;
}

/**
 * Selects the rows of a task. A subsample of the training rows is drawn at random, by groups where rows are grouped. Of the rows that
 * are too many for a model single ones are drawn, so that few large groups cannot exceed the limit.
 */
export function selectRows(data: TrainingData, task: RowsOfTask): TaskRows {
  const heldOut = heldOutRows(data.folds, task.fold);
  const rows = drawSubsample(data, trainingRows(data, task.fold), task.subsample ?? 1);
  const most = findMostRows(task);
  return { training: rows.length > most ? drawRows(data, rows, most) : rows, heldOut };
}

/** Returns the number of rows that a model of the task is fitted to at most. */
export function findMostRows({ family, method }: Pick<RowsOfTask, "family" | "method">): number {
  if (family === "gaussian-process") return MAX_PROCESS_ROWS;
  return method === "second-order" ? MAX_SECOND_ORDER_ROWS : Number.POSITIVE_INFINITY;
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

/** The last order of each training: a permutation of a million rows takes a tenth of a second, and every task draws from the same. */
const orderByInputs = new WeakMap<Matrix, Int32Array>();

function createOrder({ inputs }: TrainingData, length: number): Int32Array {
  const earlier = orderByInputs.get(inputs);
  if (earlier?.length === length) return earlier;
  const order = createRandom(inputs.columns, SUBSAMPLE_STREAM).permutation(length);
  orderByInputs.set(inputs, order);
  return order;
}

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
