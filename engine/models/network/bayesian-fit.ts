/**
 * Fits a network with one output by Levenberg-Marquardt under Bayesian regularisation: every group of weights has its
 * own precision alpha, the noise has precision beta, and both follow from the evidence as the fit goes, so no rows need
 * to be held out. An input that does not matter loses its weights (automatic relevance determination).
 *
 * MacKay (1992), "A practical Bayesian framework for backpropagation networks"; Foresee and Hagan (1997),
 * "Gauss-Newton approximation to Bayesian learning"; Neal (1996) for one precision an input.
 */
import { type Matrix64, rowsOf } from "../../math/kernels/arena.ts";
import { LayerKernels } from "../../math/kernels/layer-kernels.ts";
import { createBlock, createPass, loadBlock, runBackwards, runForwards } from "./memory.ts";
import { layersOf, type NetworkShape, parameterCount } from "./network.ts";
import { precisionGroups } from "./precision-groups.ts";

/** Rows a block of the Jacobian: parameters x block stays within the processor's cache. */
const BLOCK = 256;
/** Multiplications between two yields: some 20 ms, and 60 where the processor has no fused ones. */
const BREATH = 3e8;
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

/**
 * @param inputs features x count, unit-major. The buffers are shared by all fits of this shape on these samples.
 * @param kernels in whose memory they lie, until the caller gives it back.
 */
export function createBayesianFitter(
  shape: NetworkShape,
  inputs: Float64Array,
  count: number,
  kernels = new LayerKernels(),
): BayesianFitter {
  const layers = layersOf(shape);
  const size = parameterCount(shape);
  const { groups, count: groupCount } = precisionGroups(shape);
  const allocate = (rows: number, columns: number): Matrix64 => kernels.matrix64(rows, columns);
  const weights = createBlock(allocate, layers);
  const blocks = blocksOf(count);
  const most = Math.min(BLOCK, count);
  const passes = new Map(
    blocks.map((block) => [block.count, createPass(allocate, shape, block.count, true)] as const),
  );
  // The residuals are one row more of the Jacobian: its products with itself then hold the slope as well.
  const jacobian = kernels.matrix64(size + 1, most);
  const products = kernels.matrix64(size + 1, size + 1);
  const factor = kernels.matrix64(size, size);
  const step = kernels.vector64(size);
  const diagonal = kernels.vector64(size);
  const trial = new Float64Array(size);

  /** Runs a block through the network; its residuals become the Jacobian's last row. Returns half their sum of squares. */
  const residualsAt = ({ from, count: rows }: Block, targets: Float64Array): number => {
    const pass = passes.get(rows);
    if (pass === undefined) return 0;
    for (let i = 0; i < shape.inputs; i++) {
      const at = i * count + from;
      pass.inputs.values.set(inputs.subarray(at, at + rows), i * pass.inputs.stride);
    }
    runForwards(kernels, weights, pass);
    const outputs = pass.outputs.values;
    const last = size * jacobian.stride;
    let sum = 0;
    for (let i = 0; i < rows; i++) {
      const residual = (outputs[i] ?? 0) - (targets[from + i] ?? 0);
      jacobian.values[last + i] = residual;
      sum += residual * residual;
    }
    return sum / 2;
  };

  /** The Jacobian of the block that went through the network last. */
  const differentiate = ({ count: rows }: Block): void => {
    const pass = passes.get(rows);
    if (pass === undefined) return;
    pass.outputs.values.fill(1, 0, rows);
    runBackwards(kernels, weights, pass);
    layers.forEach((layer, index) => {
      const deltas = pass.deltas[index];
      const read = pass.read[index];
      if (!deltas || !read) return;
      kernels.layerJacobian(deltas, read, rowsOf(jacobian, layer.weights, layer.biases + layer.units));
    });
  };

  /** Gauss-Newton Hessian, slope and error at the weights as they are. */
  function* linearise(fit: BayesianFit, targets: Float64Array): Generator<undefined, void> {
    loadBlock(weights, layers, fit.parameters);
    products.values.fill(0);
    let error = 0;
    let work = 0;
    for (const block of blocks) {
      error += residualsAt(block, targets);
      differentiate(block);
      kernels.symmetricRankUpdate({ ...jacobian, columns: block.count }, products);
      work += (block.count * size * size) / 2;
      if (work > BREATH) {
        work = 0;
        yield;
      }
    }
    fit.error = error;
  }

  const errorAt = (parameters: Float64Array, targets: Float64Array): number => {
    loadBlock(weights, layers, parameters);
    let error = 0;
    for (const block of blocks) error += residualsAt(block, targets);
    return error;
  };

  const penaltyAt = (fit: BayesianFit, parameters: Float64Array): number => {
    let sum = 0;
    for (let p = 0; p < size; p++) sum += (fit.alphas[groups[p] ?? 0] ?? 0) * (parameters[p] ?? 0) ** 2;
    return sum / 2;
  };

  /** Factorises beta H + diag(alpha) + damping. */
  const assemble = (fit: BayesianFit, damping: number): boolean => {
    kernels.scaleUpper(products, fit.beta, factor);
    for (let p = 0; p < size; p++) {
      const at = p * (factor.stride + 1);
      factor.values[at] = (factor.values[at] ?? 0) + (fit.alphas[groups[p] ?? 0] ?? 0) + damping;
    }
    return kernels.cholesky(factor);
  };

  const updatePrecisions = (fit: BayesianFit): void => {
    if (!assemble(fit, 1e-12 * fit.beta)) return;
    kernels.inverseDiagonal(factor, diagonal);
    const effective = new Float64Array(groupCount);
    const squares = new Float64Array(groupCount);
    const members = new Float64Array(groupCount);
    for (let p = 0; p < size; p++) {
      const group = groups[p] ?? 0;
      effective[group] = (effective[group] ?? 0) + 1 - (fit.alphas[group] ?? 0) * (diagonal.values[p] ?? 0);
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
      const slope = products.values[p * products.stride + size] ?? 0;
      const pull = (fit.alphas[groups[p] ?? 0] ?? 0) * (fit.parameters[p] ?? 0);
      step.values[p] = -(fit.beta * slope + pull);
    }
    kernels.solveVector(factor, step);
    for (let p = 0; p < size; p++) trial[p] = (fit.parameters[p] ?? 0) + (step.values[p] ?? 0);
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
        const error = errorAt(trial, targets);
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
  from: number;
  count: number;
}

function blocksOf(total: number): Block[] {
  const blocks: Block[] = [];
  for (let from = 0; from < total; from += BLOCK) blocks.push({ from, count: Math.min(BLOCK, total - from) });
  return blocks;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
