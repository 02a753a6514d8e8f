import { createRandom } from "../../math/random.ts";
import type { GaussianLesson, LearningData, Opinion } from "../../models/fit-task.ts";
import { createEvaluationLog } from "../../models/gaussian-process/evaluation-log.ts";
import { fitGaussianProcess, type GaussianFit } from "../../models/gaussian-process/fit.ts";
import { createGaussianPredictor } from "../../models/gaussian-process/predictor.ts";
import { inputsAt, rowsOf, targetAt } from "./fitted-rows.ts";
import type { Study } from "./fitter.ts";

/** Breaths after which a fit is half done, about: how many it takes is not known before. */
const HALF_DONE = 200;

export interface GaussianState {
  method: "gaussian-process";
  /** What all evaluations came to so far. */
  journal: readonly Float64Array[];
}

/** One target's Gaussian process. Fitted to all rows it tells in closed form what it would say of each without that row. */
export function startGaussianStudy(
  data: LearningData,
  lesson: GaussianLesson,
  earlier: GaussianState | null,
): Study {
  const evaluationLog = createEvaluationLog(earlier?.journal);
  const rows = rowsOf(data, lesson);
  const fitting = fitGaussianProcess(
    {
      inputs: inputsAt(data, rows.learnt),
      targets: targetAt(data, lesson.targets[0] ?? 0, rows.learnt),
      width: data.width,
      count: rows.learnt.length,
      sources: data.sources,
      ...(data.units && { units: data.units }),
    },
    {
      random: createRandom(lesson.seed),
      restarts: lesson.restarts,
      ...(lesson.kind && { kind: lesson.kind }),
      keepsOut: lesson.fold === null && !lesson.isLight,
      evaluationLog,
    },
  );
  let breaths = 0;
  let fit: GaussianFit | null = null;

  const opinionOf = ({ model, keptOut }: GaussianFit): Opinion => {
    if (lesson.fold === null) return keptOut;
    return createGaussianPredictor(model).predict(inputsAt(data, rows.keptOut), rows.keptOut.length);
  };

  return {
    advance: () => {
      if (fit !== null) return false;
      const step = fitting.next();
      if (step.done) fit = step.value;
      breaths += 1;
      return !step.done;
    },
    done: () => (fit === null ? breaths / (breaths + HALF_DONE) : 1),
    state: () => ({ method: "gaussian-process", journal: [...evaluationLog.entries] }),
    learnt: () =>
      fit && {
        lesson,
        fitted: { family: "gaussian-process", model: fit.model },
        keptOut: [opinionOf(fit)],
      },
  };
}
