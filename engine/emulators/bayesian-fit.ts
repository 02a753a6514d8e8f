/**
 * Fits a network with one output by Levenberg-Marquardt under Bayesian regularisation: every group of weights has its
 * own precision alpha, the noise has precision beta, and both follow from the evidence as the fit goes, so no rows need
 * to be held out. An input that does not matter loses its weights (automatic relevance determination).
 *
 * MacKay (1992), "A practical Bayesian framework for backpropagation networks"; Foresee and Hagan (1997),
 * "Gauss-Newton approximation to Bayesian learning"; Neal (1996) for one precision an input.
 */
import { factorise, inverseDiagonal, solve } from "../math/cholesky.ts";
import { addGram } from "../math/kernels.ts";
import { createWorkspace, forward, jacobianOf, type NetworkShape, parameterCount } from "./network.ts";
import { precisionGroups } from "./precision-groups.ts";

/** Rows a block of the Jacobian: parameters x block stays within the processor's cache. */
const BLOCK = 256;
/** Multiplications between two yields: some 30 ms. */
const BREATH = 6e7;
const LARGEST_DAMPING = 1e10;
/** The precisions are found anew at every step at first, then at every third. */
const EARLY_STEPS = 15;
/** Gains of the log posterior below this, this often in a row, end the fit. */
const LEAST_GAIN = 1e-3;
const CALM_STEPS = 6;

export interface BayesianFit {
  parameters: Float64Array;
  /** One precision a group of weights. */
  alphas: Float64Array;
  beta: number;
  damping: number;
  iteration: number;
  /** Steps in a row that gained next to nothing. */
  calm: number;
  /** Half the sum of squared residuals, before the latest step. */
  error: number;
  effectiveParameters: number;
}

export function startFit(shape: NetworkShape, parameters: Float64Array): BayesianFit {
  return {
    parameters,
    alphas: new Float64Array(precisionGroups(shape).count).fill(0.01),
    beta: 1,
    damping: 1e-2,
    iteration: 0,
    calm: 0,
    error: parameters.length,
    effectiveParameters: parameters.length,
  };
}

export function hasConverged(fit: BayesianFit): boolean {
  return fit.calm >= CALM_STEPS;
}

/** The variance of what the network leaves unexplained, in units of the targets' variance. */
export function noiseOf(fit: BayesianFit, count: number): number {
  return (2 * fit.error) / Math.max(count - fit.effectiveParameters, 0.05 * count);
}

export interface BayesianFitter {
  /** One step of `fit` towards `targets` (one a sample). A step cut short between yields changes nothing. */
  advance(fit: BayesianFit, targets: Float64Array): Generator<undefined, void>;
}

/** @param inputs features x count, unit-major. The buffers are shared by all fits of this shape on these samples. */
export function createBayesianFitter(
  shape: NetworkShape,
  inputs: Float64Array,
  count: number,
): BayesianFitter {
  const size = parameterCount(shape);
  const { groups, count: groupCount } = precisionGroups(shape);
  const blocks = blocksOf(shape.inputs, inputs, count);
  const workspace = createWorkspace(shape, Math.min(BLOCK, count));
  const jacobian = new Float64Array(size * Math.min(BLOCK, count));
  const residuals = new Float64Array(Math.min(BLOCK, count));
  const hessian = new Float64Array(size * size);
  const system = new Float64Array(size * size);
  const factor = new Float64Array(size * size);
  const slope = new Float64Array(size);
  const step = new Float64Array(size);
  const trial = new Float64Array(size);
  const diagonal = new Float64Array(size);

  /** Residuals of a block, written to `residuals`; returns half their sum of squares. */
  const residualsAt = (parameters: Float64Array, block: Block, targets: Float64Array): number => {
    const output = forward(parameters, block.inputs, block.count, workspace);
    let sum = 0;
    for (let i = 0; i < block.count; i++) {
      const residual = (output[i] ?? 0) - (targets[block.from + i] ?? 0);
      residuals[i] = residual;
      sum += residual * residual;
    }
    return sum / 2;
  };

  /** Gauss-Newton Hessian and slope of the error at the weights as they are. */
  function* linearise(fit: BayesianFit, targets: Float64Array): Generator<undefined, void> {
    hessian.fill(0);
    slope.fill(0);
    let error = 0;
    let work = 0;
    for (const block of blocks) {
      error += residualsAt(fit.parameters, block, targets);
      jacobianOf(fit.parameters, block.count, workspace, jacobian);
      addGram(jacobian, hessian, size, block.count);
      for (let p = 0; p < size; p++) {
        let sum = 0;
        const at = p * block.count;
        for (let i = 0; i < block.count; i++) sum += (residuals[i] ?? 0) * (jacobian[at + i] ?? 0);
        slope[p] = (slope[p] ?? 0) + sum;
      }
      work += (block.count * size * size) / 2;
      if (work > BREATH) {
        work = 0;
        yield;
      }
    }
    fit.error = error;
  }

  const penaltyAt = (fit: BayesianFit, parameters: Float64Array): number => {
    let sum = 0;
    for (let p = 0; p < size; p++) sum += (fit.alphas[groups[p] ?? 0] ?? 0) * (parameters[p] ?? 0) ** 2;
    return sum / 2;
  };

  /** Factorises beta H + diag(alpha) + damping. */
  const assemble = (fit: BayesianFit, damping: number): boolean => {
    for (let p = 0; p < size; p++) {
      for (let q = p * size; q <= p * size + p; q++) system[q] = fit.beta * (hessian[q] ?? 0);
      const at = p * size + p;
      system[at] = (system[at] ?? 0) + (fit.alphas[groups[p] ?? 0] ?? 0) + damping;
    }
    return factorise(system, factor, size);
  };

  const updatePrecisions = (fit: BayesianFit): void => {
    if (!assemble(fit, 1e-12 * fit.beta)) return;
    inverseDiagonal(factor, system, diagonal, size);
    const effective = new Float64Array(groupCount);
    const squares = new Float64Array(groupCount);
    const members = new Float64Array(groupCount);
    for (let p = 0; p < size; p++) {
      const group = groups[p] ?? 0;
      effective[group] = (effective[group] ?? 0) + 1 - (fit.alphas[group] ?? 0) * (diagonal[p] ?? 0);
      squares[group] = (squares[group] ?? 0) + (fit.parameters[p] ?? 0) ** 2;
      members[group] = (members[group] ?? 0) + 1;
    }
    let total = 0;
    for (let group = 0; group < groupCount; group++) {
      const gamma = clamp(effective[group] ?? 0, 1e-3, members[group] ?? 0);
      total += gamma;
      fit.alphas[group] = clamp(gamma / Math.max(squares[group] ?? 0, 1e-12), 1e-5, 1e8);
    }
    fit.effectiveParameters = total;
    const freedom = Math.max(count - total, 0.05 * count);
    fit.beta = clamp(freedom / (2 * Math.max(fit.error, 1e-300)), 1e-2, 1e12);
  };

  /** The damped step from the weights as they are, into `trial`. */
  const propose = (fit: BayesianFit): boolean => {
    if (!assemble(fit, fit.damping * fit.beta)) return false;
    for (let p = 0; p < size; p++) {
      step[p] = -(fit.beta * (slope[p] ?? 0) + (fit.alphas[groups[p] ?? 0] ?? 0) * (fit.parameters[p] ?? 0));
    }
    solve(factor, step, size);
    for (let p = 0; p < size; p++) trial[p] = (fit.parameters[p] ?? 0) + (step[p] ?? 0);
    return true;
  };

  function* advance(fit: BayesianFit, targets: Float64Array): Generator<undefined, void> {
    yield* linearise(fit, targets);
    const due = fit.iteration < EARLY_STEPS || fit.iteration % 3 === 0;
    if (fit.iteration > 2 && due) {
      updatePrecisions(fit);
      yield;
    }
    const before = fit.beta * fit.error + penaltyAt(fit, fit.parameters);
    let gain = 0;
    while (!(gain > 0) && fit.damping < LARGEST_DAMPING) {
      if (propose(fit)) {
        let error = 0;
        for (const block of blocks) error += residualsAt(trial, block, targets);
        gain = before - fit.beta * error - penaltyAt(fit, trial);
      }
      fit.damping = gain > 0 ? Math.max(fit.damping / 4, 1e-10) : fit.damping * 4;
      yield;
    }
    if (gain > 0) fit.parameters.set(trial);
    else fit.damping = 1e-2;
    fit.calm = gain > LEAST_GAIN ? 0 : fit.calm + 1;
    fit.iteration += 1;
  }

  return { advance };
}

interface Block {
  inputs: Float64Array;
  from: number;
  count: number;
}

function blocksOf(width: number, inputs: Float64Array, total: number): Block[] {
  const blocks: Block[] = [];
  for (let from = 0; from < total; from += BLOCK) {
    const count = Math.min(BLOCK, total - from);
    const block = new Float64Array(width * count);
    for (let i = 0; i < width; i++) {
      block.set(inputs.subarray(i * total + from, i * total + from + count), i * count);
    }
    blocks.push({ inputs: block, from, count });
  }
  return blocks;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
