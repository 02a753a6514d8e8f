/**
 * The cost of an evaluation of an emulator at n points: t = call + n point, with a time for the call, however few its
 * points, and a time for each point. Both are estimated by weighted least squares over the evaluations so far, the
 * latest of which count most.
 */

/** Each new evaluation multiplies the weight of the earlier ones by this factor (exponential forgetting). */
const WEIGHT_DECAY = 0.95;
/** The costs of a call and of a point that are assumed before the first evaluation. */
const INITIAL_CALL_MS = 1;
const INITIAL_POINT_MS = 0.25;
/** Some systems measure a thread's time in steps as long as this: shorter work may seem to take no time. Such work counts with the second time. */
const CPU_CLOCK_RESOLUTION_MS = 4;
const MIN_EVALUATION_MS = 0.05;
/** Below this relative variance of the numbers of points the two costs cannot be distinguished. */
const MIN_RELATIVE_DETERMINANT = 0.02;
/** The numbers of points of the first slice, and of the smallest: fewer are not evaluated as a batch. */
const FIRST_SLICE_POINTS = 16;
const MIN_SLICE_POINTS = 8;
const MAX_SLICE_POINTS = 4096;
/** Slices grow up to this time while the two costs cannot be distinguished. */
const MAX_TRIAL_MS = 250;

export interface EvaluationCost {
  /**
   * Updates the two costs with an evaluation.
   * @param points the number of points that were evaluated.
   * @param milliseconds the time that the evaluation took.
   */
  record(points: number, milliseconds: number): void;
  /** Estimates the time in milliseconds of an evaluation of `points` points. */
  estimateMs(points: number): number;
  /**
   * Chooses the number of a request's points to evaluate at once.
   * @param points the number that is left of the request.
   * @param budget milliseconds; exceeded where the call alone takes more than half of them.
   */
  slice(points: number, budget: number): number;
}

export function createEvaluationCost(): EvaluationCost {
  let callMs = INITIAL_CALL_MS;
  let pointMs = INITIAL_POINT_MS;
  let lastSlicePoints = FIRST_SLICE_POINTS / 2;
  let areCostsDistinguished = false;
  /** Weighted sums over the evaluations: of 1, n, n², t and n t, with n points and t milliseconds. */
  let [weightSum, pointSum, squareSum, timeSum, productSum] = [0, 0, 0, 0, 0];

  function solve(): void {
    const determinant = weightSum * squareSum - pointSum * pointSum;
    areCostsDistinguished = determinant > MIN_RELATIVE_DETERMINANT * weightSum * squareSum;
    if (!areCostsDistinguished) {
      const scale =
        (callMs * timeSum + pointMs * productSum) /
        (callMs * callMs * weightSum + 2 * callMs * pointMs * pointSum + pointMs * pointMs * squareSum);
      callMs *= scale;
      pointMs *= scale;
      return;
    }
    callMs = (timeSum * squareSum - pointSum * productSum) / determinant;
    pointMs = (weightSum * productSum - pointSum * timeSum) / determinant;
    // Neither is negative: where the fitted line makes one so, the other alone explains the times best.
    if (callMs < 0) [callMs, pointMs] = [0, productSum / squareSum];
    if (pointMs < 0) [callMs, pointMs] = [timeSum / weightSum, 0];
  }

  function countFittingPoints(budget: number): number {
    // At most half of the work is for the calls.
    if (areCostsDistinguished) return Math.max(budget - callMs, callMs) / Math.max(pointMs, Number.MIN_VALUE);
    // A size that differs from the last one distinguishes the two costs.
    return callMs + 2 * lastSlicePoints * pointMs <= MAX_TRIAL_MS ? 2 * lastSlicePoints : lastSlicePoints / 2;
  }

  return {
    record: (size, milliseconds) => {
      const time = Math.max(MIN_EVALUATION_MS, milliseconds);
      // Relative errors count, and a call that was slow for a reason of its own counts little.
      const weight = 1 / Math.max(CPU_CLOCK_RESOLUTION_MS, time) ** 2;
      weightSum = WEIGHT_DECAY * weightSum + weight;
      pointSum = WEIGHT_DECAY * pointSum + weight * size;
      squareSum = WEIGHT_DECAY * squareSum + weight * size * size;
      timeSum = WEIGHT_DECAY * timeSum + weight * time;
      productSum = WEIGHT_DECAY * productSum + weight * size * time;
      solve();
    },
    estimateMs: (size) => callMs + size * pointMs,
    slice: (remainingPoints, budget) => {
      const maxPoints = Math.min(
        MAX_SLICE_POINTS,
        2 * lastSlicePoints,
        Math.floor(countFittingPoints(budget)),
      );
      const size = Math.max(MIN_SLICE_POINTS, maxPoints);
      if (remainingPoints <= size) return remainingPoints;
      lastSlicePoints = size;
      return size;
    },
  };
}
