import type { LearningData, Opinion, PolynomialLesson } from "../../models/fit-task.ts";
import { fitPolynomial, type PolynomialFit, polynomialDesign } from "../../models/polynomial/fit.ts";
import { createPolynomialEvaluator } from "../../models/polynomial/model.ts";
import { inputsAt, rowsOf } from "./fitted-rows.ts";
import type { Study, StudyContext } from "./fitter.ts";

/** Polynomials of some targets. Fitted to all rows they tell in closed form what they would say of each without that row. */
export function startPolynomialStudy(
  data: LearningData,
  lesson: PolynomialLesson,
  { kernels }: Pick<StudyContext, "kernels">,
): Study {
  const rows = rowsOf(data, lesson);
  const design = polynomialDesign(data, rows.learnt, lesson.degree);
  if (design === null) throw new Error("There are too few rows for a polynomial of this degree.");
  const targets = lesson.targets.map((target) => data.targets[target] ?? new Float64Array(data.count));
  const fitting = fitPolynomial(data, targets, rows.learnt, design, lesson.fold === null, kernels);
  let fit: PolynomialFit | null = null;
  let isOver = false;

  const opinionsOf = ({ model, leftOut }: PolynomialFit): Opinion[] => {
    const { length } = rows.keptOut;
    const variance = new Float64Array(length);
    if (lesson.fold === null) return leftOut.map((mean) => ({ mean, variance }));
    const means = createPolynomialEvaluator(model, kernels)(inputsAt(data, rows.keptOut), length);
    return targets.map((_, at) => ({ mean: means.slice(at * length, (at + 1) * length), variance }));
  };

  return {
    advance: () => {
      if (isOver) return false;
      const step = fitting.next();
      if (step.done) fit = step.value;
      isOver = step.done ?? false;
      return !isOver;
    },
    done: () => (isOver ? 1 : 0),
    state: () => ({ method: "polynomial" }),
    learnt: () =>
      fit && { lesson, fitted: { family: "polynomial", model: fit.model }, keptOut: opinionsOf(fit) },
  };
}
