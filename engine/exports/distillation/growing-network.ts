/**
 * The smallest network that is accurate enough for one target: narrow ones are fitted first, wider ones when they gain no more.
 * Each begins anew while that takes little time, since widened ones keep what hindered the narrow ones.
 */
import type { LayerKernels } from "../../math/kernels/layer-kernels.ts";
import type { Random } from "../../math/random.ts";
import type { NetworkModel } from "../../models/fit-task.ts";
import { type BayesianFit, BayesianFitter, startFit } from "../../models/network/bayesian-fit.ts";
import { evaluate } from "../../models/network/evaluator.ts";
import { initialParameters, type NetworkShape, parameterCount } from "../../models/network/network.ts";
import { type LearnedQuantity, shareOf } from "./learned-quantity.ts";
import { widened } from "./widen.ts";

/** Units of each of the two hidden layers. */
const WIDTHS = [4, 8, 12, 16, 24, 32, 40, 48];
/** A step takes time with the cube of these. */
const MAX_PARAMETERS = 2000;
/** Wider networks take too long to begin anew: they go on from the one before. */
const WIDEST_ANEW = 24;
/** Bounds need not be as accurate as means. */
const WIDEST_FOR_BOUNDS = 16;
const ROWS_A_PARAMETER = 3;
const MIN_ROWS = 2000;
/** Steps between two looks at the accuracy, and in all. */
const STEPS = 10;
const MAX_STEPS = 400;
/** Of the error, what must be gained by so many looks. */
const PATIENCE = 3;
const MIN_GAIN = 0.05;
/** The same where no wider network may follow, and steps are taken as long as there is time. */
const MIN_LAST_GAIN = 0.01;
/** Where the error is so many times the wanted one, the next width is skipped. */
const SKIP_RATIO = 10;

export class GrowingNetwork {
  readonly #learned: LearnedQuantity;
  readonly #target: number;
  readonly #random: Random;
  /** The error that the quantity would have if all other targets were right, as a share of its unit. */
  #share = Number.POSITIVE_INFINITY;
  #isExhausted = false;
  #level = 0;
  #starts = 0;
  #fit: BayesianFit;
  /** The share after every look at the present width. */
  #shares: number[] = [];
  #best: NetworkModel | null = null;

  constructor(learned: LearnedQuantity, target: number, random: Random) {
    this.#learned = learned;
    this.#target = target;
    this.#random = random;
    this.#fit = this.#begin();
  }

  get isFitted(): boolean {
    return this.#best !== null;
  }

  /** Whether it is not accurate enough, and could become more so. @param margin of what is wanted. */
  isWorthSteps(margin: number): boolean {
    return !this.#isExhausted && this.#share > margin * this.#wanted;
  }

  /** Of the share: so that the errors of all targets together are what is wanted. */
  get #wanted(): number {
    const { wantedShare, model } = this.#learned;
    return wantedShare / Math.sqrt(model.targets.length);
  }

  /** For people. */
  get description(): string {
    const { name, quantity } = this.#learned;
    const what = quantity.part === "mean" ? `“${name}”` : `the bounds of “${name}”`;
    return `Fitting a network of ${this.#shape().hidden.join(" + ")} units to ${what}`;
  }

  /** @throws where it was never advanced. */
  model(): NetworkModel {
    if (this.#best === null) throw new Error("The network was not fitted.");
    return this.#best;
  }

  /** A few steps; yields every few tens of milliseconds. */
  *advance(kernels: LayerKernels): Generator<undefined, void> {
    const fit = { ...this.#fit, parameters: this.#fit.parameters.slice(), alphas: this.#fit.alphas.slice() };
    const mark = kernels.mark();
    try {
      const { inputs, targets, count } = this.#rows();
      const fitter = new BayesianFitter(this.#shape(), inputs, count, kernels);
      for (let step = 0; step < STEPS; step++) yield* fitter.advance(fit, targets);
    } finally {
      kernels.release(mark);
    }
    // A step may end in no numbers: then another start.
    this.#fit = Number.isFinite(fit.beta) && fit.parameters.every(Number.isFinite) ? fit : this.#begin();
    this.#look();
  }

  /** Keeps the network if it is the best so far, and goes on to a wider one if this one gains no more. */
  #look(): void {
    const shape = this.#shape();
    const features = Int32Array.from({ length: shape.inputs }, (_, at) => at);
    const network = { shape, features, parameters: this.#fit.parameters.slice() };
    const { check } = this.#learned;
    const predictions = evaluate(network, check.encoded, check.count);
    const found = shareOf(this.#learned, { target: this.#target, predictions });
    const share = Number.isFinite(found) ? found : Number.MAX_VALUE;
    if (share < this.#share) {
      this.#share = share;
      this.#best = network;
    }
    this.#shares.push(share);
    const level = this.#nextLevel();
    if (!this.#isStalled(share, level)) return;
    if (level === undefined) {
      this.#isExhausted = true;
      return;
    }
    this.#level = level;
    this.#shares = [];
    this.#fit = WIDTHS[level] > WIDEST_ANEW ? this.#widened(network) : this.#begin();
  }

  /** Whether the present width gains no more. @param next undefined where no wider one may follow. */
  #isStalled(share: number, next: number | undefined): boolean {
    const earlier = this.#shares.at(-1 - PATIENCE) ?? Number.POSITIVE_INFINITY;
    const isLast = next === undefined && this.#learned.quantity.part === "mean";
    if (isLast) return share > (1 - MIN_LAST_GAIN) * earlier;
    return share > (1 - MIN_GAIN) * earlier || this.#shares.length * STEPS >= MAX_STEPS;
  }

  #nextLevel(): number | undefined {
    const next = this.#level + (this.#share > SKIP_RATIO * this.#wanted ? 2 : 1);
    return [next, this.#level + 1].find((level) => this.#isAllowed(level));
  }

  #begin(): BayesianFit {
    const shape = this.#shape();
    this.#starts += 1;
    return startFit(shape, initialParameters(shape, this.#random.fork(this.#starts)));
  }

  #widened({ shape, parameters }: NetworkModel): BayesianFit {
    const { alphas, beta, damping } = this.#fit;
    const more = widened(shape, parameters, this.#shape(), this.#random.fork(0, this.#level));
    return { ...startFit(this.#shape(), more), alphas: alphas.slice(), beta, damping };
  }

  /** As many rows as the network needs. */
  #rows(): { inputs: Float64Array; targets: Float64Array; count: number } {
    const { fit } = this.#learned;
    const shape = this.#shape();
    const count = Math.min(fit.count, Math.max(MIN_ROWS, ROWS_A_PARAMETER * parameterCount(shape)));
    const inputs = new Float64Array(shape.inputs * count);
    for (let k = 0; k < shape.inputs; k++)
      inputs.set(fit.encoded.subarray(k * fit.count, k * fit.count + count), k * count);
    return { inputs, targets: fit.targets[this.#target].subarray(0, count), count };
  }

  #shape(level = this.#level): NetworkShape {
    const { fit } = this.#learned;
    return { inputs: fit.encoded.length / fit.count, hidden: [WIDTHS[level], WIDTHS[level]], outputs: 1 };
  }

  #isAllowed(level: number): boolean {
    const { quantity } = this.#learned;
    if (level >= WIDTHS.length || parameterCount(this.#shape(level)) > MAX_PARAMETERS) return false;
    return quantity.part === "mean" || WIDTHS[level] <= WIDEST_FOR_BOUNDS;
  }
}
