/**
 * L-BFGS (Liu and Nocedal, 1989) with a line search for the strong Wolfe conditions (Nocedal and Wright, 2006, algorithms
 * 3.5 and 3.6; steps by cubic interpolation). The objective may be infinite or not a number: such steps are shortened.
 */
import { dot } from "./matrix.ts";

/** Fills the gradient and returns the value. A generator, so that long evaluations can yield. */
export type Objective = (point: Float64Array, gradient: Float64Array) => Generator<undefined, number>;

export interface LbfgsOptions {
  /** The number of pairs of steps and changes of gradient from which the curvature is estimated. */
  memory?: number;
  /** The most evaluations of the objective. */
  evaluations?: number;
  /** It ends when the last `patience` steps together gained less. */
  tolerance?: number;
  patience?: number;
  /** It ends when no component of the gradient is larger. */
  gradientTolerance?: number;
  /** The longest first step, in the largest component. */
  firstStep?: number;
  stopRequested?: () => boolean;
}

export interface Minimum {
  point: Float64Array;
  value: number;
  gradient: Float64Array;
  evaluations: number;
  stopReason: "flat" | "no progress" | "evaluations" | "no descent" | "stopped" | "not finite";
}

/** The two constants of the strong Wolfe conditions: of the decrease, and of the slope. */
const SUFFICIENT_DECREASE = 1e-4;
const CURVATURE_CONDITION = 0.9;
/** The most steps that are tried along one direction. */
const MAX_TRIALS = 12;

interface Place {
  /** The multiple of the direction that leads from the last point to this one. */
  step: number;
  point: Float64Array;
  value: number;
  gradient: Float64Array;
  /** The derivative along the direction. */
  slope: number;
}

/**
 * Minimises a smooth function of any number of variables.
 * @param start the first point; it is not changed.
 * @returns the best point with its value and gradient, and the reason why the search ended.
 */
export function* minimise(
  objective: Objective,
  start: Float64Array,
  options: LbfgsOptions = {},
): Generator<undefined, Minimum> {
  const { memory = 12, evaluations = 200, tolerance = 1e-9, patience = 1 } = options;
  const { gradientTolerance = 1e-8, firstStep = 1, stopRequested = () => false } = options;
  let used = 0;
  function* evaluate(point: Float64Array): Generator<undefined, { value: number; gradient: Float64Array }> {
    used++;
    const gradient = new Float64Array(point.length);
    const value = yield* objective(point, gradient);
    const sound = Number.isFinite(value) && gradient.every(Number.isFinite);
    return { value: sound ? value : Number.POSITIVE_INFINITY, gradient };
  }

  let point: Float64Array = start.slice();
  let { value, gradient } = yield* evaluate(point);
  const end = (stopReason: Minimum["stopReason"]): Minimum => ({
    point,
    value,
    gradient,
    evaluations: used,
    stopReason,
  });
  if (value === Number.POSITIVE_INFINITY) return end("not finite");
  const steps: Float64Array[] = [];
  const changes: Float64Array[] = [];
  const values = [value];
  while (true) {
    if (largest(gradient) <= gradientTolerance) return end("flat");
    if (used >= evaluations) return end("evaluations");
    if (stopRequested()) return end("stopped");
    let direction = downhill(gradient, steps, changes);
    let slope = dot(gradient, direction);
    if (!(slope < 0)) {
      steps.length = 0;
      changes.length = 0;
      direction = gradient.map((component) => -component);
      slope = dot(gradient, direction);
    }
    const initial = steps.length > 0 ? 1 : Math.min(1, firstStep / largest(direction));
    const here: Place = { step: 0, point, value, gradient, slope };
    const budget = Math.min(MAX_TRIALS, evaluations - used);
    const next = yield* searchLine(evaluate, here, direction, initial, budget, stopRequested);
    if (next === null) {
      if (steps.length === 0 || used >= evaluations)
        return end(used >= evaluations ? "evaluations" : "no descent");
      // What is remembered of the curvature may mislead: once more, straight downhill.
      steps.length = 0;
      changes.length = 0;
      continue;
    }
    remember(steps, changes, here, next, memory);
    ({ point, value, gradient } = next);
    values.push(value);
    const earlier = values[values.length - 1 - patience];
    if (earlier !== undefined && earlier - value < tolerance) return end("no progress");
  }
}

function remember(
  steps: Float64Array[],
  changes: Float64Array[],
  from: Place,
  to: Place,
  memory: number,
): void {
  const step = to.point.map((value, i) => value - from.point[i]);
  const change = to.gradient.map((value, i) => value - from.gradient[i]);
  if (!(dot(step, change) > 1e-12 * dot(change, change))) return;
  steps.push(step);
  changes.push(change);
  if (steps.length > memory) {
    steps.shift();
    changes.shift();
  }
}

/** Minus the inverse Hessian, as far as known, times the gradient: the two-loop recursion. */
function downhill(
  gradient: Float64Array,
  steps: readonly Float64Array[],
  changes: readonly Float64Array[],
): Float64Array {
  const direction = gradient.map((component) => -component);
  const shares: number[] = [];
  for (let i = steps.length - 1; i >= 0; i--) {
    shares[i] = dot(steps[i], direction) / dot(steps[i], changes[i]);
    addTo(direction, changes[i], -shares[i]);
  }
  const lastStep = steps.at(-1);
  const lastChange = changes.at(-1);
  if (lastStep !== undefined && lastChange !== undefined) {
    const scale = dot(lastStep, lastChange) / dot(lastChange, lastChange);
    direction.forEach((component, i) => {
      direction[i] = component * scale;
    });
  }
  for (let i = 0; i < steps.length; i++) {
    addTo(direction, steps[i], shares[i] - dot(changes[i], direction) / dot(steps[i], changes[i]));
  }
  return direction;
}

type Evaluate = (point: Float64Array) => Generator<undefined, { value: number; gradient: Float64Array }>;

/** A place that meets the strong Wolfe conditions or, failing that, the lowest seen; null when none is lower. */
function* searchLine(
  evaluate: Evaluate,
  from: Place,
  direction: Float64Array,
  initial: number,
  trials: number,
  stopRequested: () => boolean,
): Generator<undefined, Place | null> {
  let low = from;
  let high: Place | null = null;
  let step = initial;
  for (let trial = 0; trial < trials && !stopRequested(); trial++) {
    const point = from.point.map((value, i) => value + step * direction[i]);
    const { value, gradient } = yield* evaluate(point);
    const here: Place = { step, point, value, gradient, slope: dot(gradient, direction) };
    if (value > from.value + SUFFICIENT_DECREASE * step * from.slope || value >= low.value) {
      high = here;
    } else {
      if (Math.abs(here.slope) <= -CURVATURE_CONDITION * from.slope) return here;
      if (here.slope * ((high?.step ?? Number.POSITIVE_INFINITY) - low.step) >= 0) high = low;
      low = here;
    }
    if (high === null) step = Math.min(4 * here.step, Math.max(1.5 * here.step, extrapolated(from, here)));
    else step = between(low, high);
    if (high !== null && Math.abs(high.step - low.step) < 1e-12 * initial) break;
  }
  return low === from ? null : low;
}

/** Returns the step at which the slope would vanish if it changed steadily. */
function extrapolated(from: Place, here: Place): number {
  const curvature = (here.slope - from.slope) / here.step;
  return curvature > 0 ? here.step - here.slope / curvature : Number.POSITIVE_INFINITY;
}

/** The minimum of the cubic through two places, held well inside their interval. */
function between(a: Place, b: Place): number {
  const width = b.step - a.step;
  const middle = a.step + 0.5 * width;
  if (!Number.isFinite(b.value)) return a.step + 0.25 * width;
  const mean = a.slope + b.slope - (3 * (b.value - a.value)) / width;
  const root = Math.sqrt(mean * mean - a.slope * b.slope) * Math.sign(width);
  const cubic = b.step - (width * (b.slope + root - mean)) / (b.slope - a.slope + 2 * root);
  if (!Number.isFinite(cubic)) return middle;
  const share = (cubic - a.step) / width;
  return a.step + width * Math.min(0.9, Math.max(0.1, share));
}

function addTo(target: Float64Array, values: Float64Array, factor: number): void {
  for (let i = 0; i < target.length; i++) target[i] += factor * values[i];
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}
