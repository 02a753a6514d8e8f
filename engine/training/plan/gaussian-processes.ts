import type { GaussianProcessFitTask } from "../../models/fit-task.ts";
import type { ProcessKind } from "../../models/gaussian-process/model/variations.ts";
import type { EffortLimits } from "./effort.ts";
import { taskCost } from "./fit-cost.ts";
import type { PlanData } from "./stages.ts";

/** Shares of the work: the limit of all Gaussian processes, and the limit beyond which they skip refits and restarts. */
const WORK_SHARE = 0.85;
const FULL_SHARE = 0.7;
/** Targets with a smaller share of their output's variance have a search from one start. */
const MIN_VARIANCE_SHARE = 0.01;

/** Up to so many rows an ensemble of several kinds predicts better than the likeliest kind; with more it is not worth its cost. */
const FEW_ROWS = 500;
/** With more features a row there are too many hyperparameters for several kinds. */
const MAX_FEATURES_PER_ROW = 1 / 6;
const PROCESS_KINDS: readonly ProcessKind[] = ["rough", "smooth", "product"];

/**
 * Gaussian processes for all targets, those with the largest shares first, as far as the work goes.
 *
 * @param fold the one held out; null where they yield leave-one-out predictions of every row.
 */
export function gaussianProcessTasks(
  { trainingData, varianceShares, seed }: PlanData,
  limits: EffortLimits,
  fold: number | null,
): GaussianProcessFitTask[] {
  const tasks: GaussianProcessFitTask[] = [];
  const strongest = Array.from(varianceShares.keys()).sort((a, b) => varianceShares[b] - varianceShares[a]);
  const { rows: width, columns: count } = trainingData.inputs;
  const isSmall = count <= FEW_ROWS && width <= MAX_FEATURES_PER_ROW * count;
  const kinds = limits.triesKernelKinds && isSmall ? PROCESS_KINDS : (["any"] as const);
  let work = 0;
  for (const { target, kind } of kinds.flatMap((kind) => strongest.map((target) => ({ target, kind })))) {
    const common = {
      family: "gaussian-process",
      candidate: kind === "any" ? "Gaussian process" : `Gaussian process, ${kind}`,
      targets: [target],
      fold,
      seed: seed(1, target),
      kind,
    } as const;
    const full: GaussianProcessFitTask = {
      ...common,
      restarts: varianceShares[target] < MIN_VARIANCE_SHARE ? 1 : limits.restarts,
    };
    const fits = work + taskCost(full, trainingData) <= FULL_SHARE * limits.work;
    const task: GaussianProcessFitTask = fits ? full : { ...common, restarts: 1, skipsRefits: true };
    work += taskCost(task, trainingData);
    if (work > WORK_SHARE * limits.work) break;
    tasks.push(task);
  }
  return tasks;
}
