/**
 * The candidates for every target's ensemble with their out-of-fold errors. A candidate is one model, or one model a fold, each
 * fitted without the rows of its fold.
 */
import { everyRow, rowsWhere } from "../../dataset/table.ts";
import type { EmulatorFamily } from "../../models/emulator.ts";
import type { FitResult, FittedModel, TargetPrediction, TrainingData } from "../../models/fit-task.ts";
import { heldOutRows } from "../fit/folds.ts";
import type { Repeats } from "../fit/repeats.ts";
import { linearCandidate } from "./linear-candidate.ts";

/** A model of one fold, and which of its outputs predicts the target. */
export interface FoldModel {
  /** The fold that it was fitted without; null for one with leave-one-out predictions of every row. */
  fold: number | null;
  model: FittedModel;
  output: number;
}

export interface Candidate {
  /** The name of its tasks; candidates of different targets may share it. */
  name: string;
  family: EmulatorFamily;
  /** The models by fold, ascending. The mean has none. */
  foldModels: FoldModel[];
  /** The errors on the held-out rows (`CandidateSet.rows`): prediction less truth; NaN without a prediction. */
  errors: Float64Array;
  /** Predicted variances of those rows; zeros for a model without. */
  variances: Float64Array;
  /** The number of those rows that have predictions. */
  predictedRows: number;
  meanSquare: number;
}

/** The candidates of all targets, updated by the results of their tasks. */
export class CandidateSet {
  /** The rows that some fold holds out, ascending: indices into the training rows. */
  readonly rows: Int32Array;
  /** The fold that holds out each of them. */
  readonly foldOf: Uint8Array;
  /** One over the number of rows of the point of each of them: the rows of a point count as one. */
  readonly weights: Float64Array;
  readonly #data: TrainingData;
  /** The position of each training row in `rows`, or -1. */
  readonly #positions: Int32Array;
  readonly #byTarget: Map<string, Candidate>[];

  /** @param repeats null where no two rows are of one point. */
  constructor(data: TrainingData, repeats: Repeats | null) {
    const { folds, foldCount, targets } = data;
    this.rows = rowsWhere(folds.length, (row) => folds[row] < foldCount);
    this.foldOf = Uint8Array.from(this.rows, (row) => folds[row]);
    this.weights = computeWeights(this.rows, repeats);
    this.#data = data;
    this.#positions = new Int32Array(folds.length).fill(-1);
    this.rows.forEach((row, at) => {
      this.#positions[row] = at;
    });
    this.#byTarget = targets.map(() => new Map<string, Candidate>());
    this.#addMean();
    this.#addLinear();
  }

  /** Lists the candidates of one target, ordered by name. */
  of(target: number): Candidate[] {
    const candidates = this.#byTarget[target]?.values() ?? [];
    return Array.from(candidates).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  add({ task, fitted, heldOut }: FitResult): void {
    const predicted = heldOutRows(this.#data.folds, task.fold);
    task.targets.forEach((target, output) => {
      const candidate = this.#findOrCreate(target, task.candidate, readFamily(fitted));
      const prediction = heldOut[output];
      if (candidate === undefined || prediction === undefined) return;
      const otherFoldModels = candidate.foldModels.filter(({ fold }) => fold !== task.fold);
      candidate.foldModels = [...otherFoldModels, { fold: task.fold, model: fitted, output }].sort(
        (a, b) => (a.fold ?? 0) - (b.fold ?? 0),
      );
      this.#record(candidate, target, prediction, predicted);
    });
  }

  #addMean(): void {
    const { inputs, targets, foldCount } = this.#data;
    const { columns: count } = inputs;
    const variance = new Float64Array(count);
    targets.forEach((values, target) => {
      // Without the row itself, the mean of a centred target is a little off 0.
      const mean = values.map((value) => (foldCount > 1 ? -value / Math.max(1, count - 1) : 0));
      const candidate = this.#findOrCreate(target, "mean", "mean");
      if (candidate !== undefined) this.#record(candidate, target, { mean, variance }, everyRow(count));
    });
  }

  #addLinear(): void {
    const { inputs, targets } = this.#data;
    const { columns: count } = inputs;
    const linear = linearCandidate(this.#data);
    if (linear === null) return;
    const variance = new Float64Array(count);
    targets.forEach((_, target) => {
      const candidate = this.#findOrCreate(target, "linear trend", "linear");
      const mean = linear.predictions[target];
      if (candidate === undefined || mean === undefined) return;
      const model: FittedModel = { family: "network", model: linear.model };
      candidate.foldModels.push({ fold: null, model, output: target });
      this.#record(candidate, target, { mean, variance }, everyRow(count));
    });
  }

  #findOrCreate(target: number, name: string, family: EmulatorFamily): Candidate | undefined {
    const candidates = this.#byTarget[target];
    const candidate = candidates?.get(name);
    if (candidate !== undefined) return candidate;
    const created: Candidate = {
      name,
      family,
      foldModels: [],
      errors: new Float64Array(this.rows.length).fill(Number.NaN),
      variances: new Float64Array(this.rows.length),
      predictedRows: 0,
      meanSquare: Number.POSITIVE_INFINITY,
    };
    candidates?.set(name, created);
    return created;
  }

  /** @param predicted the training rows of the prediction. */
  #record(
    candidate: Candidate,
    target: number,
    { mean, variance }: TargetPrediction,
    predicted: Int32Array,
  ): void {
    const truth = this.#data.targets[target];
    predicted.forEach((row, at) => {
      const position = this.#positions[row];
      if (position < 0) return;
      candidate.errors[position] = mean[at] - (truth?.[row] ?? 0);
      candidate.variances[position] = variance[at];
    });
    // NaN stands for no prediction. An infinite error is kept: it excludes the candidate.
    const predictedPositions = rowsWhere(this.rows.length, (at) => !Number.isNaN(candidate.errors[at]));
    candidate.predictedRows = predictedPositions.length;
    candidate.meanSquare =
      predictedPositions.length === 0
        ? Number.POSITIVE_INFINITY
        : weightedMeanSquare(candidate.errors, this.weights, predictedPositions);
  }
}

function computeWeights(rows: Int32Array, repeats: Repeats | null): Float64Array {
  return Float64Array.from(rows, (row) => 1 / (repeats?.sizes[repeats.points[row]] ?? 1));
}

/**
 * Computes Σ w e² / Σ w over some positions; 0 where the weights sum to 0.
 *
 * @param errors one for each held-out row
 * @param weights one for each held-out row, not negative
 * @param positions the positions of the rows that count
 */
export function weightedMeanSquare(
  errors: Float64Array,
  weights: Float64Array,
  positions: Int32Array,
): number {
  let squares = 0;
  let total = 0;
  for (const at of positions) {
    squares += weights[at] * errors[at] ** 2;
    total += weights[at];
  }
  return total > 0 ? squares / total : 0;
}

function readFamily(fitted: FittedModel): EmulatorFamily {
  const isLinear = fitted.family === "network" && fitted.model.shape.hidden.length === 0;
  return isLinear ? "linear" : fitted.family;
}
