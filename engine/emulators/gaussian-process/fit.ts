import type { Opinion } from "../../learning/lesson.ts";
import { Kernels } from "../../math/kernels/kernels.ts";
import type { Random } from "../../math/random.ts";
import { leaveOneOut } from "./leave-one-out.ts";
import type { GaussianModel } from "./model.ts";
import { posteriorOf } from "./posterior.ts";
import { mergeRows } from "./rows.ts";
import { likelihoodOf, search } from "./search.ts";
import { createWorkspace } from "./workspace.ts";

export interface GaussianData {
  /** width x count, feature-major, standardised. */
  inputs: Float64Array;
  /** Standardised, one a row. */
  targets: Float64Array;
  width: number;
  count: number;
  /** Of each feature, the input that it encodes; features of one input are the levels of a category. */
  sources: Int32Array;
}

export interface GaussianOptions {
  /** To compute with; otherwise this thread's own. */
  kernels?: Kernels;
  random: Random;
  /** Searches from different starts, on some of the rows; the best is carried on with all. */
  restarts?: number;
  /** At most, where there are too many rows to use each of them. */
  inducingPoints?: number;
  /** The best found so far is kept once it says yes. */
  stopRequested?: () => boolean;
}

export interface GaussianFit {
  model: GaussianModel;
  /** Of every row, predicted from the others; the variance is that of an observation, noise included. */
  keptOut: Opinion;
}

export function* fitGaussianProcess(
  data: GaussianData,
  options: GaussianOptions,
): Generator<undefined, GaussianFit> {
  const { kernels = ownKernels(), random, restarts = 3, stopRequested = () => false } = options;
  const rows = mergeRows(data.inputs, data.targets, data.width, data.count);
  const found = yield* search(rows, { sources: data.sources, random, kernels, restarts, stopRequested });
  const mark = kernels.mark();
  try {
    const workspace = createWorkspace(kernels, rows.count);
    const likelihood = likelihoodOf(rows, found.spec, found.layout, workspace);
    yield* likelihood.evaluate(found.point, new Float64Array(found.layout.size));
    const { mean, variance } = leaveOneOut(rows, likelihood.state);
    const toRows = (values: Float64Array): Float64Array =>
      Float64Array.from(rows.places, (place) => values[place] ?? 0);
    const model = yield* posteriorOf(likelihood, found.point, kernels);
    return { model, keptOut: { mean: toRows(mean), variance: toRows(variance) } };
  } finally {
    kernels.release(mark);
  }
}

let own: Kernels | null = null;

function ownKernels(): Kernels {
  own ??= new Kernels();
  return own;
}
