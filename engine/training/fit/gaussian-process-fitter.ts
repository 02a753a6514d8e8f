import { createRandom } from "../../math/random.ts";
import type { GaussianProcessFitTask, TargetPrediction, TrainingData } from "../../models/fit-task.ts";
import { createEvaluationLog } from "../../models/gaussian-process/evaluation-log.ts";
import { fitGaussianProcess } from "../../models/gaussian-process/fit.ts";
import type { GaussianFit } from "../../models/gaussian-process/gaussian-fit.ts";
import { createGaussianPredictor } from "../../models/gaussian-process/predictor.ts";
import { selectRows, targetAt } from "./fitted-rows.ts";
import type { Fitter } from "./fitter.ts";
import { listLeftOutParts } from "./folds.ts";

/** Chunks after which a fit is about half done: their number is not known in advance. */
const HALF_DONE_CHUNKS = 200;

export interface GaussianProcessState {
  method: "gaussian-process";
  /** The entries of the evaluation log so far. */
  evaluations: readonly Float64Array[];
}

/** One target's Gaussian process. Fitted to all rows it predicts each row without that row in closed form. */
export function createGaussianProcessFitter(
  data: TrainingData,
  task: GaussianProcessFitTask,
  earlier: GaussianProcessState | null,
): Fitter<GaussianProcessState> {
  const evaluationLog = createEvaluationLog(earlier?.evaluations);
  const rows = selectRows(data, task);
  const fitting = fitGaussianProcess(
    {
      inputs: data.inputs.gatherColumns(rows.training),
      targets: targetAt(data, task.targets[0], rows.training),
      sources: data.sources,
      ...(data.scalings && { scalings: data.scalings }),
      ...(data.groups && { groups: rows.training.map((row) => data.groups?.[row] ?? row) }),
      ...(data.leftOut && { parts: (task.fold === null && listLeftOutParts(data, rows.training)) || [] }),
    },
    {
      random: createRandom(task.seed),
      restarts: task.restarts,
      ...(task.kind && { kind: task.kind }),
      crossValidates: task.fold === null && !task.skipsRefits,
      evaluationLog,
    },
  );
  let chunks = 0;
  let fit: GaussianFit | null = null;

  const heldOutPrediction = ({ model, heldOut }: GaussianFit): TargetPrediction => {
    if (task.fold === null) return heldOut;
    return createGaussianPredictor(model).predict(data.inputs.gatherColumns(rows.heldOut));
  };

  return {
    advance: () => {
      if (fit !== null) return false;
      const step = fitting.next();
      if (step.done) fit = step.value;
      chunks += 1;
      return !step.done;
    },
    fraction: () => (fit === null ? chunks / (chunks + HALF_DONE_CHUNKS) : 1),
    state: () => ({ method: "gaussian-process", evaluations: [...evaluationLog.entries] }),
    result: () =>
      fit && {
        task,
        fitted: { family: "gaussian-process", model: fit.model },
        heldOut: [heldOutPrediction(fit)],
      },
  };
}
