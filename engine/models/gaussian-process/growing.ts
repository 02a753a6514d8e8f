/**
 * A Gaussian process of rows that become more, as in Bayesian optimisation: the kernel's form is searched now and then; in
 * between its hyperparameters are refined from where they were, or only the new rows added.
 */
import type { ProcessKernels } from "../../math/kernels/process-kernels.ts";
import { createRandom, type Random } from "../../math/random.ts";
import type { TargetPrediction } from "../fit-task.ts";
import { constantModel, isNearlyConstant } from "./constant.ts";
import { createEvaluationLog } from "./evaluation-log.ts";
import type { GaussianData } from "./fit.ts";
import { withPooledKernels } from "./kernel-pool.ts";
import { createLayout, type Layout } from "./layout.ts";
import { leaveOneOut } from "./leave-one-out.ts";
import type { GaussianModel } from "./model/model.ts";
import { mergeRows, type Rows } from "./model/rows.ts";
import type { ProcessKind, Spec } from "./model/variations.ts";
import { computePosterior } from "./posterior.ts";
import { LENGTHS_OF_FEW_ROWS } from "./prior.ts";
import { improve, likelihoodOf, quickFit, type SearchContext, search, transferredPoint } from "./search.ts";
import { createWorkspace } from "./workspace.ts";

/** Plain data. */
export interface ProcessForm {
  spec: Spec;
  layout: Layout;
  point: Float64Array;
}

export interface GrownProcess {
  model: GaussianModel;
  /** Null where the targets are all but equal: their mean is all there is. */
  form: ProcessForm | null;
  /** Mean log density of the rows, each left out; as of the last search or refinement. */
  density: number;
  /** Each row given as predicted from the others, by the model. */
  leftOut: TargetPrediction;
  /**
   * The leave-one-out coefficient of determination: 1 where all rows are predicted exactly, 0 where no better than by
   * their mean.
   */
  coefficientOfDetermination: number;
}

export type Effort =
  /** Searches the kernel's form. */
  | { type: "search"; kind?: ProcessKind; random: Random }
  /** So many evaluations of the likelihood, from the form's hyperparameters on. */
  | { type: "refine"; form: ProcessForm; evaluations: number }
  /** The form's hyperparameters as they are. */
  | { type: "add rows"; form: ProcessForm };

/** The most times that the noise is raised, by a factor of e² each, where the covariances are singular. */
const MAX_NOISE_RAISES = 12;
/** A refinement ends when three steps together raise the log posterior density by less than this. */
const DENSITY_TOLERANCE = 0.02;

/** Fits a Gaussian process with the given effort. Where the targets hardly vary it is a constant, and its form is null. */
export function* growProcess(data: GaussianData, effort: Effort): Generator<undefined, GrownProcess> {
  const rows = mergeRows(data.inputs, data.targets);
  if (isNearlyConstant(rows)) {
    const { model } = constantModel(rows);
    const leftOut = {
      mean: data.targets,
      variance: new Float64Array(data.targets.length).fill(model.signalVariance),
    };
    return { model, form: null, density: 0, leftOut, coefficientOfDetermination: 0 };
  }
  return yield* withPooledKernels((kernels) => grow(rows, data.sources, effort, kernels));
}

function* grow(
  rows: Rows,
  sources: Int32Array,
  effort: Effort,
  kernels: ProcessKernels,
): Generator<undefined, GrownProcess> {
  const context: SearchContext = {
    sources,
    random: effort.type === "search" ? effort.random : createRandom(0),
    kernels,
    restarts: 1,
    kind: (effort.type === "search" ? effort.kind : undefined) ?? "any",
    lengthPrior: LENGTHS_OF_FEW_ROWS,
    evaluationLog: createEvaluationLog(),
    stopRequested: () => false,
  };
  if (effort.type === "search") {
    const initial = yield* quickFit(rows, context);
    const { spec, layout, point, density } = yield* search(rows, null, initial, context);
    return { ...(yield* conditioned(rows, { spec, layout, point }, kernels)), density };
  }
  const form = fitting(rows, sources, effort.form);
  if (effort.type === "add rows") return { ...(yield* conditioned(rows, form, kernels)), density: 0 };
  const mark = kernels.mark();
  const { evaluations } = effort;
  const optimum = yield* improve(rows, form, context, createWorkspace(kernels, rows.count), {
    evaluations,
    tolerance: DENSITY_TOLERANCE,
  });
  kernels.release(mark);
  const { density } = optimum;
  // Not from where the likelihood does not exist.
  const refined = { ...form, point: Number.isFinite(optimum.value) ? optimum.point : form.point };
  return { ...(yield* conditioned(rows, refined, kernels)), density };
}

/** The form in the layout of rows that may have become more varied. */
function fitting(rows: Rows, sources: Int32Array, form: ProcessForm): ProcessForm {
  const layout = createLayout(rows, sources, form.spec);
  return { spec: form.spec, layout, point: transferredPoint(form.layout, form.point, layout) };
}

function* conditioned(
  rows: Rows,
  form: ProcessForm,
  kernels: ProcessKernels,
): Generator<undefined, Omit<GrownProcess, "density">> {
  const mark = kernels.mark();
  try {
    const likelihood = likelihoodOf(rows, form.spec, form.layout, createWorkspace(kernels, rows.count));
    const point = form.point.slice();
    const noiseAt = form.layout.lengths;
    for (let raises = 0; (yield* likelihood.evaluate(point, null)) === Number.POSITIVE_INFINITY; raises++) {
      if (raises === MAX_NOISE_RAISES) throw new Error("The covariances of the rows are singular.");
      point[noiseAt] = Math.max(-20, point[noiseAt]) + 2;
    }
    const { mean, variance } = leaveOneOut(rows, likelihood.state);
    const ofGiven = (values: Float64Array) => Float64Array.from(rows.mergedRow, (row) => values[row]);
    const model = yield* computePosterior(likelihood, point, kernels);
    return {
      model: { ...model, discontinuities: new Float64Array(0) },
      form: { ...form, point },
      leftOut: { mean: ofGiven(mean), variance: ofGiven(variance) },
      coefficientOfDetermination: determination(mean, rows.targets),
    };
  } finally {
    kernels.release(mark);
  }
}

/** The coefficient of determination: 1 less the share of the targets' variance that the predictions leave. */
export function determination(predicted: Float64Array, targets: Float64Array): number {
  const centre = targets.reduce((sum, value) => sum + value, 0) / targets.length;
  let [residualSquares, totalSquares] = [0, 0];
  targets.forEach((value, i) => {
    residualSquares += (value - predicted[i]) ** 2;
    totalSquares += (value - centre) ** 2;
  });
  return 1 - residualSquares / totalSquares;
}
