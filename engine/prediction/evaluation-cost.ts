/**
 * What an evaluation of an emulator costs: so much for the call, however few its points, and so much for each point. Found
 * by least squares over the evaluations so far, the latest of which count most.
 */

/** Of the weight of an evaluation, what is left of it after each further one. */
const KEPT = 0.95;
/** Milliseconds thought of a call and of a point before anything is known. */
const FIRST_CALL = 1;
const FIRST_POINT = 0.25;
/** Some systems measure a thread's time in steps as long as this (ms): shorter work may seem to take no time. */
const STEP = 4;
const LEAST = 0.05;
/** Relative variance of the numbers of points below which the two costs cannot be distinguished. */
const TELLING = 0.02;
/** Points of the first slice, and of the smallest: fewer are not evaluated as a batch. */
const FIRST_SLICE = 16;
const SMALLEST_SLICE = 8;
const LARGEST_SLICE = 4096;
/** Slices grow up to this while their cost is unknown (ms). */
const TRIAL = 250;

export interface EvaluationCost {
  /** @param milliseconds of work that an evaluation of so many points took. */
  note(points: number, milliseconds: number): void;
  /** Milliseconds that an evaluation of so many points is thought to take. */
  of(points: number): number;
  /**
   * How many of a request's points to evaluate at once.
   * @param points that are left of the request.
   * @param budget milliseconds; exceeded where the call alone takes more than half of them.
   */
  slice(points: number, budget: number): number;
}

export function createEvaluationCost(): EvaluationCost {
  let call = FIRST_CALL;
  let point = FIRST_POINT;
  let last = FIRST_SLICE / 2;
  let isTold = false;
  /** Of the evaluations, weighted: how many, their points, squared points, milliseconds, and points times milliseconds. */
  let [count, points, squares, times, products] = [0, 0, 0, 0, 0];

  function solve(): void {
    const determinant = count * squares - points * points;
    isTold = determinant > TELLING * count * squares;
    if (!isTold) {
      const scale =
        (call * times + point * products) /
        (call * call * count + 2 * call * point * points + point * point * squares);
      call *= scale;
      point *= scale;
      return;
    }
    call = (times * squares - points * products) / determinant;
    point = (count * products - points * times) / determinant;
    // Neither is negative: where the fitted line makes one so, the other alone explains the times best.
    if (call < 0) [call, point] = [0, products / squares];
    if (point < 0) [call, point] = [times / count, 0];
  }

  function fitting(budget: number): number {
    // At most half of the work is for the calls.
    if (isTold) return Math.max(budget - call, call) / Math.max(point, Number.MIN_VALUE);
    // A size that differs from the last one distinguishes the two costs.
    return call + 2 * last * point <= TRIAL ? 2 * last : last / 2;
  }

  return {
    note: (size, milliseconds) => {
      const time = Math.max(LEAST, milliseconds);
      // Relative errors count, and a call that was slow for a reason of its own counts little.
      const weight = 1 / Math.max(STEP, time) ** 2;
      count = KEPT * count + weight;
      points = KEPT * points + weight * size;
      squares = KEPT * squares + weight * size * size;
      times = KEPT * times + weight * time;
      products = KEPT * products + weight * size * time;
      solve();
    },
    of: (size) => call + size * point,
    slice: (left, budget) => {
      const most = Math.min(LARGEST_SLICE, 2 * last, Math.floor(fitting(budget)));
      const size = Math.max(SMALLEST_SLICE, most);
      if (left <= size) return left;
      last = size;
      return size;
    },
  };
}
