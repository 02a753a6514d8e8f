import type { Opinion } from "../../learning/lesson.ts";
import { Kernels } from "../../math/kernels/kernels.ts";
import type { Random } from "../../math/random.ts";
import { leaveOneOut } from "./leave-one-out.ts";
import type { GaussianModel } from "./model.ts";
import { posteriorOf } from "./posterior.ts";
import { mergeRows, pickRows } from "./rows.ts";
import { likelihoodOf, search } from "./search.ts";
import { fitSparse } from "./sparse.ts";
import { createWorkspace } from "./workspace.ts";

/** More rows than these take part in the fit, but not in the search for its parameters. */
const MOST_SEARCHED = 1200;
/** More rows than these are taken in through inducing rows. */
const MOST_EXACT = 3000;

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
  const {
    kernels = ownKernels(),
    random,
    restarts = 3,
    inducingPoints = 700,
    stopRequested = () => false,
  } = options;
  const rows = mergeRows(data.inputs, data.targets, data.width, data.count);
  const context = { sources: data.sources, random, kernels, restarts, stopRequested };
  const toRows = (values: Float64Array): Float64Array =>
    Float64Array.from(rows.places, (place) => values[place] ?? 0);
  const spread = ({ mean, variance }: Opinion): Opinion => ({
    mean: toRows(mean),
    variance: toRows(variance),
  });
  const order = random.permutation(rows.count);
  const some = rows.count > MOST_SEARCHED ? pickRows(rows, order.slice(0, MOST_SEARCHED)) : rows;
  const found = yield* search(some, context);
  if (rows.count > MOST_EXACT) {
    const { model, keptOut } = yield* fitSparse(rows, found.spec, found.layout, found.point, kernels, {
      inducingPoints,
      order,
    });
    return { model, keptOut: spread(keptOut) };
  }
  const mark = kernels.mark();
  try {
    const workspace = createWorkspace(kernels, rows.count);
    const likelihood = likelihoodOf(rows, found.spec, found.layout, workspace);
    yield* likelihood.evaluate(found.point, new Float64Array(found.layout.size));
    const keptOut = spread(leaveOneOut(rows, likelihood.state));
    return { model: yield* posteriorOf(likelihood, found.point, kernels), keptOut };
  } finally {
    kernels.release(mark);
  }
}

let own: Kernels | null = null;

function ownKernels(): Kernels {
  own ??= new Kernels();
  return own;
}
