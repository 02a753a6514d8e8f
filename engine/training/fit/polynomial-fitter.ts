import type { PolynomialFitTask, TargetPrediction, TrainingData } from "../../models/fit-task.ts";
import { fitPolynomial, type PolynomialFit, polynomialDesign } from "../../models/polynomial/fit.ts";
import { createPolynomialEvaluator } from "../../models/polynomial/model.ts";
import { selectRows } from "./fitted-rows.ts";
import type { Fitter, FitterContext } from "./fitter.ts";
import { listLeftOutParts } from "./folds.ts";

/** A polynomial is fitted without interruption, or again from its start. */
export interface PolynomialState {
  method: "polynomial";
}

/** Polynomials of some targets. Fitted to all rows they predict each row without that row, or without its fold, in closed form. */
export function createPolynomialFitter(
  data: TrainingData,
  task: PolynomialFitTask,
  { kernels }: Pick<FitterContext, "kernels">,
): Fitter<PolynomialState> {
  const rows = selectRows(data, task);
  const design = polynomialDesign(data, rows.training, task.degree);
  if (design === null) throw new Error("There are too few rows for a polynomial of this degree.");
  const targets = task.targets.map((target) => data.targets[target] ?? new Float64Array(data.inputs.columns));
  const leftOut = task.fold === null ? (listLeftOutParts(data, rows.training) ?? "row by row") : null;
  const fitting = fitPolynomial(data, targets, rows.training, design, leftOut, kernels);
  let fit: PolynomialFit | null = null;
  let isOver = false;

  const heldOutPredictions = ({ model, leftOut: predictions }: PolynomialFit): TargetPrediction[] => {
    const variance = new Float64Array(rows.heldOut.length);
    if (task.fold === null) return predictions.map((mean) => ({ mean, variance }));
    const means = createPolynomialEvaluator(model, kernels)(data.inputs.gatherColumns(rows.heldOut));
    return means.rowViews().map((mean) => ({ mean: mean.slice(), variance }));
  };

  return {
    advance: () => {
      if (isOver) return false;
      const step = fitting.next();
      if (step.done) fit = step.value;
      isOver = step.done ?? false;
      return !isOver;
    },
    fraction: () => (isOver ? 1 : 0),
    state: () => ({ method: "polynomial" }),
    result: () =>
      fit && { task, fitted: { family: "polynomial", model: fit.model }, heldOut: heldOutPredictions(fit) },
  };
}
