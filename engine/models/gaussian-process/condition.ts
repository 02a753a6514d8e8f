/**
 * Conditions a fitted Gaussian process on other rows, with the hyperparameters that it has: a search for new ones takes longer than the
 * rest of a training, and would make an exact process of two thirds of the rows a sparse one.
 */
import type { Matrix } from "../../math/matrix.ts";
import { createRandom } from "../../math/random.ts";
import { isNearlyConstant } from "./constant.ts";
import { MAX_EXACT_ROWS, MAX_INDUCING_POINTS } from "./fit.ts";
import { withPooledKernels } from "./kernel-pool.ts";
import { type Layout, toLogarithm, toNoisePoint } from "./layout.ts";
import type { GaussianModel, TrendDegree } from "./model/model.ts";
import { mergeRows } from "./model/rows.ts";
import { computePosterior } from "./posterior.ts";
import { evaluateWithEnoughNoise, type Hyperparameters, likelihoodOf } from "./search.ts";
import { fitSparse } from "./sparse.ts";
import { createWorkspace } from "./workspace.ts";

/**
 * A process is exact with up to so many rows, half as many again as where hyperparameters are searched for: one that was exact without
 * the held-out rows stays exact with them. A sparse one in its place had 2.5 times the error. 4,500 rows take about 10 s of one core.
 */
export const MAX_CONDITIONED_ROWS = 1.5 * MAX_EXACT_ROWS;

/**
 * Computes the process given these rows.
 *
 * @param model the process, given any rows
 * @param inputs features x rows, standardised
 * @param targets one a row, standardised
 * @returns null where it cannot be computed: for a process of a constant, and for one with discontinuities, which lie between the
 * rows that it has
 */
export function* conditionProcess(
  model: GaussianModel,
  inputs: Matrix,
  targets: Float64Array,
): Generator<undefined, GaussianModel | null> {
  const rows = mergeRows(inputs, targets);
  if (model.discontinuities.length > 0 || model.anchors.length === 0 || isNearlyConstant(rows)) return null;
  const hyperparameters = readHyperparameters(model);
  const { spec, layout, point } = hyperparameters;
  // A factor of the signal's variance makes up for the optimism of the search. It is part of that of the model.
  const { discontinuities, signalVariance } = model;
  return yield* withPooledKernels(function* (kernels) {
    if (rows.count > MAX_CONDITIONED_ROWS) {
      const order = createRandom(rows.count).permutation(rows.count);
      const options = { inducingPoints: MAX_INDUCING_POINTS, order };
      const sparse = yield* fitSparse(rows, hyperparameters, kernels, options);
      return { ...sparse.model, discontinuities, signalVariance };
    }
    const likelihood = likelihoodOf(rows, spec, layout, createWorkspace(kernels, rows.count));
    if (!(yield* evaluateWithEnoughNoise(likelihood, point, layout))) return null;
    const posterior = yield* computePosterior(likelihood, point, kernels);
    return { ...posterior, discontinuities, signalVariance };
  });
}

/** Reads the hyperparameters back, each feature with its own length scale and warp. */
function readHyperparameters(model: GaussianModel): Hyperparameters {
  const { width, family, terms, inverseLengths, inputWarps, strengths, componentInverseLengths, factors } =
    model;
  const features = Int32Array.from({ length: width }, (_, feature) => feature);
  const components = features.filter((feature) => strengths[feature] > 0);
  const layout: Layout = {
    width,
    groups: features,
    lengths: width,
    units: new Float64Array(width).fill(1),
    warped: features,
    components,
    factors: factors.length,
    size: 3 * width + 1 + 2 * components.length + factors.length,
  };
  const point = Float64Array.of(
    ...inverseLengths.map((inverse) => -toLogarithm(inverse)),
    toNoisePoint(model.noise),
    ...Float64Array.from(features, (feature) => inputWarps[2 * feature]),
    ...Float64Array.from(features, (feature) => inputWarps[2 * feature + 1]),
    ...Float64Array.from(components, (feature) => -toLogarithm(componentInverseLengths[feature])),
    ...Float64Array.from(components, (feature) => toLogarithm(strengths[feature])),
    ...factors.map(toLogarithm),
  );
  const spec = {
    family,
    degree: readDegree(terms),
    warpsInputs: true,
    freeLevels: true,
    components: components.length > 0,
    product: factors.length > 0,
  };
  return { spec, layout, point, value: 0, density: 0 };
}

function readDegree(terms: Int32Array): TrendDegree {
  const isQuadratic = terms.some((feature, at) => at % 2 === 1 && feature >= 0);
  if (isQuadratic) return "quadratic";
  return terms.some((feature) => feature >= 0) ? "linear" : "constant";
}
