/**
 * Local maxima on an emulator, from several starts at once: projected L-BFGS (the active limits held fixed, as D. P. Bertsekas,
 * 1982, does) with the emulator's derivatives. One gradient an iteration; the length of the step is the best of several that
 * are rated together. Constraints by an augmented Lagrangian (Nocedal and Wright, 2006, section 17.4).
 */
import { dot } from "../../../math/products.ts";
import { hasCells } from "../../search-space.ts";
import type { Aim, EmulatorObjective, Merit, Rating } from "./emulator-objective.ts";

/** Plain data. */
export interface Polish {
  point: Float64Array;
  value: number;
  /** Of the start, replaced by every better one: feasible first. */
  best: { point: Float64Array; rating: Rating };
  gradient: Float64Array | null;
  steps: Float64Array[];
  changes: Float64Array[];
  iterations: number;
  /** Iterations in a row without a gain worth more. */
  idle: number;
  multipliers: number[];
  penalty: number;
  /** What constraints are kept by, so that the end is feasible in spite of rounding. */
  slack: number;
  isDone: boolean;
}

export interface PolishScale {
  score: number;
  violation: number;
}

const MEMORY = 10;
const MAX_ITERATIONS = 80;
/** Of the scale of scores. */
const TOLERANCE = 1e-10;
const FIRST_STEP = 0.05;
const FIRST_SHARES = [16, 4, 1, 0.25, 0.06, 0.015, 4e-3, 1e-3, 1e-4, 1e-5];
const SHARES = [4, 2, 1, 0.5, 0.25, 0.1, 0.03, 0.01, 1e-3, 1e-5];
/** Iterations between corrections of the multipliers. */
const LAGRANGE_ITERATIONS = 12;

export function startPolish(point: Float64Array, rating: Rating, scale: PolishScale): Polish {
  return {
    point,
    value: Number.NEGATIVE_INFINITY,
    best: { point, rating },
    gradient: null,
    steps: [],
    changes: [],
    iterations: 0,
    idle: 0,
    multipliers: rating.constraints.map(() => 0),
    penalty: (10 * scale.score) / scale.violation ** 2,
    slack: 1e-6 * scale.violation,
    isDone: rating.score === Number.NEGATIVE_INFINITY,
  };
}

const meritOf =
  ({ multipliers, penalty, slack }: Polish): Merit =>
  (score, constraints) =>
    constraints.reduce((merit, value, j) => {
      const multiplier = multipliers[j];
      return (
        merit - (Math.max(0, multiplier - penalty * (value - slack)) ** 2 - multiplier ** 2) / (2 * penalty)
      );
    }, score);

/** One iteration of all that are not done. @returns how many points were rated, and their ratings through `see` */
export function polishStep(
  objective: EmulatorObjective,
  polishes: readonly Polish[],
  scale: PolishScale,
  aim: Aim,
  see: (points: readonly Float64Array[], ratings: readonly Rating[]) => void,
): void {
  const active = polishes.filter(({ isDone }) => !isDone);
  const gradients = active.map((polish) => objective.withGradients([polish.point], meritOf(polish), aim)[0]);
  const trials = active.map((polish, i) => trialsOf(objective, polish, gradients[i]));
  const points = trials.flat();
  const ratings = objective.rate(points, aim);
  see(points, ratings);
  let at = 0;
  active.forEach((polish, i) => {
    const own = ratings.slice(at, at + trials[i].length);
    at += trials[i].length;
    advance(polish, trials[i], own, scale);
  });
}

/** Learns the curvature from the gradient, and proposes points along the direction of ascent. */
function trialsOf(
  { space }: EmulatorObjective,
  polish: Polish,
  { value, gradient }: { value: number; gradient: Float64Array },
): Float64Array[] {
  const { point } = polish;
  const latest = polish.steps.at(-1);
  if (polish.gradient !== null && latest !== undefined && polish.changes.length < polish.steps.length) {
    const before = polish.gradient;
    // Of minus the merit, which is minimised.
    polish.changes.push(gradient.map((component, a) => before[a] - component));
    const [change] = polish.changes.slice(-1);
    if (!(dot(latest, change) > 1e-10 * Math.sqrt(dot(latest, latest) * dot(change, change)))) {
      polish.steps.pop();
      polish.changes.pop();
    }
  }
  polish.gradient = gradient;
  polish.value = value;
  const isHeld = space.axes.map(
    (axis, a) =>
      hasCells(axis) ||
      !Number.isFinite(gradient[a]) ||
      (point[a] <= 0 && gradient[a] < 0) ||
      (point[a] >= 1 && gradient[a] > 0),
  );
  const uphill = gradient.map((component, a) => (isHeld[a] ? 0 : component));
  const steepest = Math.max(0, ...uphill.map(Math.abs));
  if (steepest === 0) return [];
  let direction = curved(uphill, isHeld, polish);
  const isCurved = polish.steps.length > 0 && dot(direction, uphill) > 0;
  if (!isCurved) {
    polish.steps.length = 0;
    polish.changes.length = 0;
    direction = uphill.map((component) => (FIRST_STEP * component) / steepest);
  }
  return (isCurved ? SHARES : FIRST_SHARES).map((share) =>
    point.map((fraction, a) =>
      isHeld[a] ? fraction : Math.min(1, Math.max(0, fraction + share * direction[a])),
    ),
  );
}

/** The inverse Hessian of minus the merit, as far as known along the free axes, times the gradient. */
function curved(uphill: Float64Array, isHeld: readonly boolean[], { steps, changes }: Polish): Float64Array {
  const direction = uphill.slice();
  const free = (vector: Float64Array) => vector.map((value, a) => (isHeld[a] ? 0 : value));
  const pairs = steps
    .map((step, i) => ({ step: free(step), change: free(changes[i]) }))
    .filter(
      ({ step, change }) => dot(step, change) > 1e-12 * Math.sqrt(dot(step, step) * dot(change, change)),
    );
  const shares: number[] = [];
  for (let i = pairs.length - 1; i >= 0; i--) {
    const { step, change } = pairs[i];
    shares[i] = dot(step, direction) / dot(step, change);
    addTo(direction, change, -shares[i]);
  }
  const last = pairs.at(-1);
  if (last === undefined) return new Float64Array(uphill.length);
  const scale = dot(last.step, last.change) / dot(last.change, last.change);
  for (let a = 0; a < direction.length; a++) direction[a] *= scale;
  pairs.forEach(({ step, change }, i) => {
    addTo(direction, step, shares[i] - dot(change, direction) / dot(step, change));
  });
  return direction;
}

function addTo(target: Float64Array, values: Float64Array, factor: number): void {
  for (let a = 0; a < target.length; a++) target[a] += factor * values[a];
}

function advance(
  polish: Polish,
  trials: readonly Float64Array[],
  ratings: readonly Rating[],
  scale: PolishScale,
): void {
  const merit = meritOf(polish);
  let chosen = -1;
  let highest = polish.value;
  ratings.forEach((rating, i) => {
    const value =
      rating.score === Number.NEGATIVE_INFINITY ? rating.score : merit(rating.score, rating.constraints);
    if (value > highest) {
      highest = value;
      chosen = i;
    }
    const { best } = polish;
    const isBetter =
      rating.violation !== best.rating.violation
        ? rating.violation < best.rating.violation
        : rating.score > best.rating.score;
    if (isBetter) polish.best = { point: trials[i], rating };
  });
  polish.iterations++;
  const gain = highest - polish.value;
  if (chosen < 0) {
    // What is remembered of the curvature may mislead: once more, straight uphill.
    if (polish.steps.length === 0) polish.idle = 2;
    polish.steps.length = 0;
    polish.changes.length = 0;
  } else {
    const { point } = polish;
    polish.steps = [...polish.steps.slice(1 - MEMORY), trials[chosen].map((value, a) => value - point[a])];
    polish.changes = polish.changes.slice(-(polish.steps.length - 1) || polish.changes.length);
    polish.point = trials[chosen];
    polish.idle = gain <= TOLERANCE * (scale.score + Math.abs(highest)) ? polish.idle + 1 : 0;
  }
  const isSettled = polish.idle >= 2;
  const isDue = polish.multipliers.length > 0 && (isSettled || polish.iterations % LAGRANGE_ITERATIONS === 0);
  if (isDue && chosen >= 0 && correctMultipliers(polish, ratings[chosen], scale)) return;
  polish.isDone = isSettled || polish.iterations >= MAX_ITERATIONS;
}

/** @returns whether they changed so much that the search goes on */
function correctMultipliers(polish: Polish, { constraints }: Rating, scale: PolishScale): boolean {
  if (polish.iterations >= MAX_ITERATIONS) return false;
  let change = 0;
  polish.multipliers = polish.multipliers.map((multiplier, j) => {
    const next = Math.max(0, multiplier - polish.penalty * (constraints[j] - polish.slack));
    change = Math.max(change, Math.abs(next - multiplier) * scale.violation);
    return next;
  });
  if (change <= 1e-7 * scale.score) return false;
  polish.idle = 0;
  polish.steps.length = 0;
  polish.changes.length = 0;
  return true;
}
