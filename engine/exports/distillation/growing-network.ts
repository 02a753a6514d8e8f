/**
 * The smallest network that is accurate enough for a task: narrow ones are fitted first, wider ones when they gain no more.
 * Each begins anew while that takes little time, since widened ones keep what hindered the narrow ones.
 */
import type { LayerKernels } from "../../math/kernels/layer-kernels.ts";
import { Matrix } from "../../math/matrix.ts";
import type { Random } from "../../math/random.ts";
import type { NetworkModel } from "../../models/fit-task.ts";
import { type BayesianFit, BayesianFitter, startFit } from "../../models/network/bayesian-fit.ts";
import {
  initialParameters,
  listLayers,
  type NetworkShape,
  parameterCount,
} from "../../models/network/network.ts";
import type { NetworkTask } from "./network-task.ts";

/** Units of each of the two hidden layers. */
const LAYER_WIDTHS = [4, 8, 12, 16, 20, 24, 28, 32, 40, 48];
/** The share of the units that are in the first layer where that reads a single feature. */
const SINGLE_FEATURE = 0.375;
/** A step takes time with the cube of these. */
const MAX_PARAMETERS = 2000;
/** Wider networks take too long to begin anew: they go on from the one before. */
const WIDEST_ANEW = 24;
/** Bounds need not be as accurate as means. */
const WIDEST_FOR_BOUNDS = 16;
/** Sums of several targets tell less of each. */
const ROWS_A_PARAMETER = { single: 3, several: 5 };
const MIN_ROWS = 2000;
/** Steps between two looks at the accuracy, each on rows of their own, and in all. */
const STEPS_PER_CHECK = 10;
const MAX_STEPS = 400;
/**
 * The error must fall by a minimal share within this many checks; by more where a multiple of the checks would not
 * reach the wanted error.
 */
const MAX_CHECKS_WITHOUT_GAIN = 3;
const MIN_GAIN = 0.05;
const EXTRAPOLATED_CHECK_RATIO = 8;
/** The minimal gain of a mean that no wider network may follow: steps are taken as long as there is time. */
const MIN_LAST_GAIN = 0.01;
/** Above the first multiple of the wanted error one width is skipped, above the second two. */
const SKIP_RATIOS = [3, 10];

export class GrowingNetwork {
  readonly #task: NetworkTask;
  readonly #random: Random;
  #error = Number.POSITIVE_INFINITY;
  #isExhausted = false;
  #level = 0;
  #starts = 0;
  #looks = 0;
  #fit: BayesianFit;
  /** The error after every look at the present width. */
  #errors: number[] = [];
  #best: NetworkModel | null = null;

  constructor(task: NetworkTask, random: Random) {
    this.#task = task;
    this.#random = random;
    this.#fit = this.#begin();
  }

  get isFitted(): boolean {
    return this.#best !== null;
  }

  get part(): NetworkTask["part"] {
    return this.#task.part;
  }

  /**
   * The number of parameters of the best network so far, or of a wider one that may become the best; 0 before its
   * first steps.
   */
  get parameters(): number {
    if (this.#best === null) return 0;
    return Math.max(this.#best.parameters.length, parameterCount(this.#shape()));
  }

  /** True if the network is not accurate enough, and could become more so. @param margin of what is wanted. */
  isWorthSteps(margin: number): boolean {
    return !this.#isExhausted && this.#error > margin * this.#task.targetError;
  }

  /** For people. */
  get description(): string {
    return `Fitting a network of ${this.#shape().hidden.join(" + ")} units to ${this.#task.subject}`;
  }

  /** @throws where it was never advanced. */
  model(): NetworkModel {
    if (this.#best === null) throw new Error("The network was not fitted.");
    return this.#best;
  }

  /** A few steps; yields every few tens of milliseconds. @param room the most parameters that it may have. */
  *advance(kernels: LayerKernels, room: number): Generator<undefined, void> {
    const fit = { ...this.#fit, parameters: this.#fit.parameters.slice(), alphas: this.#fit.alphas.slice() };
    const mark = kernels.mark();
    try {
      const shape = this.#shape();
      const { single, several } = ROWS_A_PARAMETER;
      const needed = (shape.outputs === 1 ? single : several) * parameterCount(shape);
      const rows = Math.max(MIN_ROWS, needed);
      this.#looks += 1;
      const { inputs, weights, sums } = weightedSums(this.#task, rows, this.#random.fork(0, this.#looks));
      const fitter = new BayesianFitter(shape, inputs, rows, kernels, weights);
      for (let step = 0; step < STEPS_PER_CHECK; step++) yield* fitter.advance(fit, sums);
    } finally {
      kernels.release(mark);
    }
    // A step may end in no numbers: then another start.
    this.#fit = Number.isFinite(fit.beta) && fit.parameters.every(Number.isFinite) ? fit : this.#begin();
    this.#check(room);
  }

  /** Keeps the network if it is the best so far, and goes on to a wider one if this one gains no more. */
  #check(room: number): void {
    const shape = this.#shape();
    const features = Int32Array.from({ length: shape.inputs }, (_, at) => at);
    const network = { shape, features, parameters: this.#fit.parameters.slice() };
    const measured = this.#task.errorOf(network);
    const error = Number.isFinite(measured) ? measured : Number.MAX_VALUE;
    if (error < this.#error) {
      this.#error = error;
      this.#best = network;
    }
    this.#errors.push(error);
    const level = this.#nextLevel(room);
    if (!this.#isStalled(error, level)) return;
    if (level === undefined) {
      this.#isExhausted = true;
      return;
    }
    this.#level = level;
    this.#errors = [];
    this.#fit = LAYER_WIDTHS[level] > WIDEST_ANEW ? this.#widened(network) : this.#begin();
  }

  /** True if the present width gains no more. @param next undefined where no wider one may follow. */
  #isStalled(error: number, next: number | undefined): boolean {
    const earlier = Math.min(...this.#errors.slice(0, -MAX_CHECKS_WITHOUT_GAIN));
    if (next === undefined) return error > (1 - (this.#isOfMean ? MIN_LAST_GAIN : MIN_GAIN)) * earlier;
    const needed = (error / this.#task.targetError) ** (-1 / EXTRAPOLATED_CHECK_RATIO);
    return (
      error > Math.min(1 - MIN_GAIN, needed) * earlier || this.#errors.length * STEPS_PER_CHECK >= MAX_STEPS
    );
  }

  #nextLevel(room: number): number | undefined {
    const skipped = SKIP_RATIOS.filter((ratio) => this.#error > ratio * this.#task.targetError).length;
    const widest = this.#level + 1 + skipped;
    return [widest, widest - 1, this.#level + 1].find(
      (level) => level > this.#level && this.#isAllowed(level, room),
    );
  }

  #begin(): BayesianFit {
    const shape = this.#shape();
    this.#starts += 1;
    return startFit(shape, initialParameters(shape, this.#random.fork(1, this.#starts)));
  }

  #widened({ shape, parameters }: NetworkModel): BayesianFit {
    const { alphas, beta, damping } = this.#fit;
    const more = widened(shape, parameters, this.#shape(), this.#random.fork(2, this.#level));
    return { ...startFit(this.#shape(), more), alphas: alphas.slice(), beta, damping };
  }

  #shape(level = this.#level): NetworkShape {
    const { rows } = this.#task;
    const { rows: inputs } = rows.encoded;
    const width = LAYER_WIDTHS[level];
    return {
      inputs,
      hidden: [inputs === 1 ? Math.ceil(SINGLE_FEATURE * width) : width, width],
      outputs: rows.targets.length,
    };
  }

  get #isOfMean(): boolean {
    return this.#task.part === "mean";
  }

  #isAllowed(level: number, room: number): boolean {
    if (level >= LAYER_WIDTHS.length || parameterCount(this.#shape(level)) > Math.min(room, MAX_PARAMETERS))
      return false;
    return this.#isOfMean || LAYER_WIDTHS[level] <= WIDEST_FOR_BOUNDS;
  }
}

/** Several targets as one: at every row a sum of all of them with random signs, whose squared error is that of all, on average. */
interface WeightedSums {
  /** features x count, unit-major */
  inputs: Float64Array;
  /** targets x count, unit-major */
  weights: Float64Array;
  /** One a row. */
  sums: Float64Array;
}

/**
 * As Hutchinson (1990), "A stochastic estimator of the trace of the influence matrix", estimates traces: so a step on all targets
 * costs no more than on one.
 *
 * @param count of rows, drawn evenly from those of the task, which may be fewer.
 */
export function weightedSums(
  { rows, targetWeights, rowWeights }: NetworkTask,
  count: number,
  random: Random,
): WeightedSums {
  const { encoded, targets } = rows;
  const { columns: all } = encoded;
  const inputs = new Matrix(encoded.rows, count);
  const weights = new Matrix(targets.length, count);
  const sums = new Float64Array(count);
  let order = random.permutation(all);
  for (let i = 0; i < count; i++) {
    if (i > 0 && i % all === 0) order = random.permutation(all);
    const row = order[i % all];
    for (let k = 0; k < inputs.rows; k++) inputs.set(k, i, encoded.at(k, row));
    targets.forEach((values, k) => {
      const sign = targets.length > 1 && random.uniform() < 0.5 ? -1 : 1;
      const weight = sign * rowWeights[row] * targetWeights[k];
      weights.set(k, i, weight);
      sums[i] += weight * values[row];
    });
  }
  return { inputs: inputs.values, weights: weights.values, sums };
}

/**
 * After Chen, Goodfellow and Shlens (2016), "Net2Net: accelerating learning via knowledge transfer".
 *
 * @param wide with as many layers and at least as many units in each.
 * @returns its parameters; those of the new units are initial ones.
 */
export function widened(
  narrow: NetworkShape,
  parameters: Float64Array,
  wide: NetworkShape,
  random: Random,
): Float64Array {
  const widenedParameters = initialParameters(wide, random);
  const earlier = listLayers(narrow);
  listLayers(wide).forEach(({ fanIn, weights, biases }, index) => {
    const old = earlier[index];
    // Of what a layer reads: the units of the layer before, then in the last layer the inputs.
    const keptCount = index === 0 ? old.fanIn : narrow.hidden[index - 1];
    const added = index === 0 ? 0 : wide.hidden[index - 1] - keptCount;
    for (let unit = 0; unit < old.units; unit++) {
      for (let i = 0; i < fanIn; i++) {
        const isNew = i >= keptCount && i < keptCount + added;
        const at = i < keptCount ? i : i - added;
        widenedParameters[weights + unit * fanIn + i] = isNew
          ? 0
          : parameters[old.weights + unit * old.fanIn + at];
      }
      widenedParameters[biases + unit] = parameters[old.biases + unit];
    }
  });
  return widenedParameters;
}
