/**
 * Fits a network by Levenberg-Marquardt under Bayesian regularisation: every group of weights has its
 * own precision alpha, the noise has precision beta, and both follow from the evidence as the fit goes, so no rows need
 * to be held out. An input that does not matter loses its weights (automatic relevance determination).
 *
 * MacKay (1992), "A practical Bayesian framework for backpropagation networks"; Foresee and Hagan (1997),
 * "Gauss-Newton approximation to Bayesian learning"; Neal (1996) for one precision an input.
 */
import type { Matrix64, Vector64 } from "../../math/kernels/arena.ts";
import { LayerKernels } from "../../math/kernels/layer-kernels.ts";
import { GaussNewton } from "./gauss-newton.ts";
import { listLayers, type NetworkShape, parameterCount } from "./network.ts";

const MAX_DAMPING = 1e10;
/** The precisions are estimated again at every step at first, then at every third. */
const EARLY_STEPS = 15;
/** Gains of the log posterior below this, in so many steps in a row, end the fit. */
const MIN_GAIN = 1e-3;
const MAX_STALLED_STEPS = 6;

export interface BayesianFit {
  parameters: Float64Array;
  /** One precision a group of weights. */
  alphas: Float64Array;
  beta: number;
  damping: number;
  iteration: number;
  /** Steps in a row that gained less than MIN_GAIN. */
  stalledSteps: number;
  /** Half the sum of squared residuals, before the latest step. */
  error: number;
  effectiveParameters: number;
}

/**
 * Starts a fit.
 * @param shape the numbers of inputs, hidden units and outputs
 * @param parameters the initial weights and biases
 */
export function startFit(shape: NetworkShape, parameters: Float64Array): BayesianFit {
  return {
    parameters,
    alphas: new Float64Array(precisionGroups(shape).count).fill(0.01),
    beta: 1,
    damping: 1e-2,
    iteration: 0,
    stalledSteps: 0,
    error: parameters.length,
    effectiveParameters: parameters.length,
  };
}

/**
 * Tells whether the log posterior has gained too little in several steps in a row.
 * @param fit the state of the fit
 */
export function hasConverged(fit: BayesianFit): boolean {
  return fit.stalledSteps >= MAX_STALLED_STEPS;
}

/**
 * Computes the residual variance.
 * @param fit the state of the fit
 * @param count the number of rows
 * @returns in units of the targets' variance
 */
export function noiseOf(fit: BayesianFit, count: number): number {
  return (2 * fit.error) / Math.max(count - fit.effectiveParameters, 0.05 * count);
}

/** Fits networks of one shape to one set of samples; its buffers serve all of them. */
export class BayesianFitter {
  readonly #count: number;
  readonly #kernels: LayerKernels;
  readonly #size: number;
  readonly #groups: ReturnType<typeof precisionGroups>;
  readonly #gaussNewton: GaussNewton;
  readonly #factor: Matrix64;
  readonly #step: Vector64;
  readonly #diagonal: Vector64;
  readonly #trial: Float64Array;

  /**
   * @param inputs features x count, unit-major.
   * @param kernels in whose memory the buffers lie, until the caller releases it.
   * @param outputWeights of a network with several outputs: see `GaussNewton`.
   */
  constructor(
    shape: NetworkShape,
    inputs: Float64Array,
    count: number,
    kernels = new LayerKernels(),
    outputWeights: Float64Array | null = null,
  ) {
    const size = parameterCount(shape);
    this.#count = count;
    this.#kernels = kernels;
    this.#size = size;
    this.#groups = precisionGroups(shape);
    this.#gaussNewton = new GaussNewton(shape, inputs, count, kernels, outputWeights);
    this.#factor = kernels.matrix64(size, size);
    this.#step = kernels.vector64(size);
    this.#diagonal = kernels.vector64(size);
    this.#trial = new Float64Array(size);
  }

  /** One step of `fit` towards `targets` (one a sample). A step that is abandoned between yields changes nothing. */
  *advance(fit: BayesianFit, targets: Float64Array): Generator<undefined, void> {
    fit.error = yield* this.#gaussNewton.linearise(fit.parameters, targets);
    const due = fit.iteration < EARLY_STEPS || fit.iteration % 3 === 0;
    if (fit.iteration > 2 && due) {
      this.#updatePrecisions(fit);
      yield;
    }
    const before = fit.beta * fit.error + this.#penaltyAt(fit, fit.parameters);
    let gain = 0;
    while (!(gain > 0) && fit.damping < MAX_DAMPING) {
      if (this.#propose(fit)) {
        const error = this.#gaussNewton.errorAt(this.#trial, targets);
        gain = before - fit.beta * error - this.#penaltyAt(fit, this.#trial);
      }
      fit.damping = gain > 0 ? Math.max(fit.damping / 4, 1e-10) : fit.damping * 4;
      yield;
    }
    if (gain > 0) fit.parameters.set(this.#trial);
    else fit.damping = 1e-2;
    fit.stalledSteps = gain > MIN_GAIN ? 0 : fit.stalledSteps + 1;
    fit.iteration += 1;
  }

  #penaltyAt(fit: BayesianFit, parameters: Float64Array): number {
    let sum = 0;
    for (let p = 0; p < this.#size; p++) sum += this.#alphaOf(fit, p) * parameters[p] ** 2;
    return sum / 2;
  }

  /** The precision of a parameter. */
  #alphaOf(fit: BayesianFit, parameter: number): number {
    return fit.alphas[this.#groups.groups[parameter]];
  }

  /** Factorises beta H + diag(alpha) + damping. */
  #factorise(fit: BayesianFit, damping: number): boolean {
    const factor = this.#factor;
    this.#kernels.scaleUpper(this.#gaussNewton.products, fit.beta, factor);
    for (let p = 0; p < this.#size; p++) {
      const at = p * (factor.stride + 1);
      factor.values[at] = factor.values[at] + this.#alphaOf(fit, p) + damping;
    }
    return this.#kernels.cholesky(factor);
  }

  #updatePrecisions(fit: BayesianFit): void {
    if (!this.#factorise(fit, 1e-12 * fit.beta)) return;
    const { groups, count: groupCount } = this.#groups;
    const diagonal = this.#diagonal;
    this.#kernels.inverseDiagonal(this.#factor, diagonal);
    const effective = new Float64Array(groupCount);
    const squares = new Float64Array(groupCount);
    const members = new Float64Array(groupCount);
    for (let p = 0; p < this.#size; p++) {
      const group = groups[p];
      effective[group] = effective[group] + 1 - fit.alphas[group] * diagonal.values[p];
      squares[group] += fit.parameters[p] ** 2;
      members[group] += 1;
    }
    let total = 0;
    for (let group = 0; group < groupCount; group++) {
      const gamma = clamp(effective[group], 1e-3, members[group]);
      total += gamma;
      fit.alphas[group] = clamp(gamma / Math.max(squares[group], 1e-12), 1e-5, 1e8);
    }
    fit.effectiveParameters = total;
    const freedom = Math.max(this.#count - total, 0.05 * this.#count);
    fit.beta = clamp(freedom / (2 * Math.max(fit.error, 1e-300)), 1e-2, 1e12);
  }

  /** Writes the damped step from the weights of the fit to `#trial`; false where it cannot be computed. */
  #propose(fit: BayesianFit): boolean {
    if (!this.#factorise(fit, fit.damping * fit.beta)) return false;
    const size = this.#size;
    const step = this.#step;
    const { values, stride } = this.#gaussNewton.products;
    for (let p = 0; p < size; p++) {
      const gradient = values[p * stride + size];
      const decay = this.#alphaOf(fit, p) * fit.parameters[p];
      step.values[p] = -(fit.beta * gradient + decay);
    }
    this.#kernels.solveVector(this.#factor, step);
    for (let p = 0; p < size; p++) this.#trial[p] = fit.parameters[p] + step.values[p];
    return true;
  }
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/**
 * The parameters that share one prior precision: the first layer's weights of each input; a later layer's weights; the last
 * layer's weights of the inputs themselves; each layer's biases.
 */
export function precisionGroups(shape: NetworkShape): { groups: Int32Array; count: number } {
  const layers = listLayers(shape);
  const groups = new Int32Array(parameterCount(shape));
  let count = 0;
  layers.forEach((layer, index) => {
    const last = index === layers.length - 1;
    const perInput = index === 0 && !last;
    const ofUnits = last && index > 0 ? layer.fanIn - shape.inputs : layer.fanIn;
    for (let unit = 0; unit < layer.units; unit++) {
      for (let i = 0; i < layer.fanIn; i++) {
        const offset = perInput ? i : i < ofUnits ? 0 : 1;
        groups[layer.weights + unit * layer.fanIn + i] = count + offset;
      }
    }
    count += perInput ? layer.fanIn : ofUnits < layer.fanIn ? 2 : 1;
    groups.fill(count, layer.biases, layer.biases + layer.units);
    count += 1;
  });
  return { groups, count };
}
