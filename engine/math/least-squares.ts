/**
 * Ridge regression of several targets on the same terms. Each row is predicted exactly as by a fit without it, and the errors of these
 * predictions choose the ridge of each target.
 */
import { joined } from "./joined.ts";
import type { Kernels } from "./kernels/kernels.ts";
import {
  type LeftOutPart,
  type LeftOutPredictions,
  leavePartsOut,
  leaveRowsOut,
  sumPartEquations,
} from "./left-out-rows.ts";
import {
  type Design,
  type NormalEquations,
  type Problem,
  type Solution,
  solveEquations,
  sumEquations,
} from "./normal-equations.ts";

export interface Regression {
  /** targets x size, row-major. */
  coefficients: Float64Array;
  /** The predictions of the rows by fits without them, for each target; empty where no rows were left out. */
  leftOut: Float64Array[];
}

/** The rows that are left out of the fit that predicts them: each row by itself, or the rows of each part together. */
export type LeavesOut = "row by row" | readonly LeftOutPart[];

/**
 * Fits each target by ridge regression, and chooses its ridge by the squared errors at the rows that are left out.
 * @param targets each with one value for every row of the design
 * @param rows the rows that are fitted
 * @param ridges the penalties on all terms but the constant, divided by the number of rows. A target gets the ridge with the least error at
 *   the rows that are left out. With a single number no row is left out.
 * @returns null where no ridge makes the system well-conditioned. The memory of `kernels` is freed.
 */
export function* regress(
  design: Design,
  targets: readonly Float64Array[],
  rows: Int32Array,
  ridges: readonly number[] | number,
  kernels: Kernels,
  leavesOut: LeavesOut = "row by row",
): Generator<undefined, Regression | null> {
  const problem = { design, targets, rows, kernels };
  const begin = kernels.mark();
  const equations = yield* sumEquations(problem);
  const regression =
    typeof ridges === "number"
      ? computeCoefficients(problem, equations, ridges)
      : yield* chooseRidges(problem, equations, ridges, leavesOut);
  kernels.release(begin);
  return regression;
}

function computeCoefficients(
  { targets, rows, kernels }: Problem,
  equations: NormalEquations,
  ridge: number,
): Regression | null {
  const fit = solveEquations(equations, ridge * rows.length, kernels);
  return (
    fit && { coefficients: joined(targets.map((_, target) => copyCoefficients(fit, target))), leftOut: [] }
  );
}

/** The fit with the ridge of the least errors so far. */
interface BestFit extends LeftOutPredictions {
  coefficients: Float64Array;
}

function* chooseRidges(
  problem: Problem,
  equations: NormalEquations,
  ridges: readonly number[],
  leavesOut: LeavesOut,
): Generator<undefined, Regression | null> {
  const { targets, rows, kernels } = problem;
  const parts = leavesOut === "row by row" ? null : yield* sumPartEquations(problem, leavesOut);
  const bestFits: BestFit[] = targets.map(() => ({
    ...{ errors: Number.POSITIVE_INFINITY, predicted: new Float64Array(rows.length) },
    coefficients: new Float64Array(problem.design.size),
  }));
  for (const ridge of ridges) {
    const mark = kernels.mark();
    const fit = solveEquations(equations, ridge * rows.length, kernels);
    if (fit !== null) {
      const predictions: LeftOutPredictions[] | null =
        parts === null
          ? yield* leaveRowsOut(problem, fit)
          : yield* leavePartsOut(problem, equations, parts, ridge);
      predictions?.forEach((prediction, target) => {
        if (prediction.errors < bestFits[target].errors)
          bestFits[target] = { ...prediction, coefficients: copyCoefficients(fit, target) };
      });
    }
    kernels.release(mark);
  }
  if (!bestFits.every(({ errors }) => Number.isFinite(errors))) return null;
  return {
    coefficients: joined(bestFits.map(({ coefficients }) => coefficients)),
    leftOut: bestFits.map(({ predicted }) => predicted),
  };
}

/** Copies the coefficients of one target from the memory of the kernels. */
const copyCoefficients = (
  { coefficients: { values, rows, stride } }: Solution,
  target: number,
): Float64Array => Float64Array.from({ length: rows }, (_, term) => values[term * stride + target]);
