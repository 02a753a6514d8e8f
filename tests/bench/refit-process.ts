/** Conditions a Gaussian process on other rows, with the hyperparameters that it has: a search costs more than the training. */
import type { Matrix } from "../../engine/math/matrix.ts";
import { createRandom } from "../../engine/math/random.ts";
import { withPooledKernels } from "../../engine/models/gaussian-process/kernel-pool.ts";
import type { Layout } from "../../engine/models/gaussian-process/layout.ts";
import type { GaussianModel, TrendDegree } from "../../engine/models/gaussian-process/model/model.ts";
import { mergeRows } from "../../engine/models/gaussian-process/model/rows.ts";
import { computePosterior } from "../../engine/models/gaussian-process/posterior.ts";
import {
  evaluateWithEnoughNoise,
  type Hyperparameters,
  likelihoodOf,
} from "../../engine/models/gaussian-process/search.ts";
import { fitSparse } from "../../engine/models/gaussian-process/sparse.ts";
import { createWorkspace } from "../../engine/models/gaussian-process/workspace.ts";

/** A process that was exact on two thirds of so many rows stays exact: it would be a sparse one of 700 inducing rows otherwise. */
const MAX_EXACT_ROWS = 4_500;
const INDUCING_ROWS = 700;
/** Logarithms are taken of no less than this. */
const MIN_LOGGED_VALUE = 1e-30;
/** The least noise of any process, which its model contains; see `computeNoiseShare`. */
const MIN_NOISE = 1e-10;

/**
 * @param inputs features x rows, standardised
 * @param targets one a row
 * @returns the process given these rows; null where it has discontinuities, whose indicators would have to be made again
 */
export function* conditionProcess(
  model: GaussianModel,
  inputs: Matrix,
  targets: Float64Array,
): Generator<undefined, GaussianModel | null> {
  if (model.discontinuities.length > 0) return null;
  const rows = mergeRows(inputs, targets);
  const hyperparameters = readHyperparameters(model);
  const { spec, layout, point } = hyperparameters;
  return yield* withPooledKernels(function* (kernels) {
    if (rows.count > MAX_EXACT_ROWS) {
      const order = createRandom(rows.count).permutation(rows.count);
      const sparse = yield* fitSparse(rows, hyperparameters, kernels, {
        inducingPoints: INDUCING_ROWS,
        order,
      });
      return { ...model, ...sparse.model, signalVariance: model.signalVariance };
    }
    const likelihood = likelihoodOf(rows, spec, layout, createWorkspace(kernels, rows.count));
    if (!(yield* evaluateWithEnoughNoise(likelihood, point, layout))) return null;
    const posterior = yield* computePosterior(likelihood, point, kernels);
    // The factor of the variance that makes up for the optimism of the search is part of the model's.
    return { ...model, ...posterior, signalVariance: model.signalVariance };
  });
}

/** Reads the hyperparameters back, each feature with a length scale and a warp of its own. */
function readHyperparameters(model: GaussianModel): Hyperparameters {
  const { width, family, terms, inverseLengths, inputWarps, strengths, componentInverseLengths, factors } =
    model;
  const features = Int32Array.from({ length: width }, (_, feature) => feature);
  const components = features.filter((feature) => (strengths[feature] ?? 0) > 0);
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
  const logarithm = (value: number): number => Math.log(Math.max(MIN_LOGGED_VALUE, value));
  const point = Float64Array.of(
    ...inverseLengths.map((inverse) => -logarithm(inverse)),
    logarithm(model.noise - MIN_NOISE),
    ...Float64Array.from(features, (feature) => inputWarps[2 * feature] ?? 0),
    ...Float64Array.from(features, (feature) => inputWarps[2 * feature + 1] ?? 0),
    ...Float64Array.from(components, (feature) => -logarithm(componentInverseLengths[feature] ?? 0)),
    ...Float64Array.from(components, (feature) => logarithm(strengths[feature] ?? 0)),
    ...factors.map(logarithm),
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
