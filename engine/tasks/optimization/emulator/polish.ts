/**
 * Local maxima on an emulator, from several starts at once: projected L-BFGS (the active limits held fixed, as D. P. Bertsekas,
 * 1982, does) with the emulator's derivatives. One gradient an iteration; the length of the step is the best of several that
 * are rated together. Constraints by an augmented Lagrangian (Nocedal and Wright, 2006, section 17.4).
 */
import { dot } from "../../../math/matrix.ts";
import { hasCells } from "../../search-space.ts";
import type { Aim, EmulatorObjective, Merit, Rating } from "./emulator-objective.ts";

/** The state of one local search (plain data, stored in checkpoints). */
export interface Polish {
  point: Float64Array;
  value: number;
  /** The best rated point since the start, feasible ones first. */
  best: { point: Float64Array; rating: Rating };
  gradient: Float64Array | null;
  steps: Float64Array[];
  changes: Float64Array[];
  iterations: number;
  /** The number of iterations in a row whose gain is negligible. */
  idle: number;
  multipliers: number[];
  penalty: number;
  /** The margin by which constraints are kept, so that rounding does not make the end infeasible. */
  slack: number;
  isDone: boolean;
}

export interface PolishScale {
  score: number;
  violation: number;
}

const MEMORY_LENGTH = 10;
const MAX_ITERATIONS = 80;
/** A gain below this share of the scale of the scores is negligible. */
const RELATIVE_TOLERANCE = 1e-10;
const FIRST_STEP_LENGTH = 0.05;
const FIRST_STEP_SHARES = [16, 4, 1, 0.25, 0.06, 0.015, 4e-3, 1e-3, 1e-4, 1e-5];
const STEP_SHARES = [4, 2, 1, 0.5, 0.25, 0.1, 0.03, 0.01, 1e-3, 1e-5];
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

const createMerit =
  ({ multipliers, penalty, slack }: Polish): Merit =>
  (score, constraints) =>
    constraints.reduce((merit, value, j) => {
      const multiplier = multipliers[j];
      return (
        merit - (Math.max(0, multiplier - penalty * (value - slack)) ** 2 - multiplier ** 2) / (2 * penalty)
      );
    }, score);

/**
 * Advances all unfinished searches by one iteration.
 * @param see receives the rated points and their ratings
 */
export function polishStep(
  objective: EmulatorObjective,
  polishes: readonly Polish[],
  scale: PolishScale,
  aim: Aim,
  onRated: (points: readonly Float64Array[], ratings: readonly Rating[]) => void,
): void {
  const active = polishes.filter(({ isDone }) => !isDone);
  const gradients = active.map(
    (polish) => objective.withGradients([polish.point], createMerit(polish), aim)[0],
  );
  const trials = active.map((polish, i) => proposeTrials(objective, polish, gradients[i]));
  const points = trials.flat();
  const ratings = objective.rate(points, aim);
  onRated(points, ratings);
  let firstRating = 0;
  active.forEach((polish, i) => {
    const trialRatings = ratings.slice(firstRating, firstRating + trials[i].length);
    firstRating += trials[i].length;
    advance(polish, trials[i], trialRatings, scale);
  });
}

/** Updates the curvature by the gradient, and proposes points along the direction of ascent. */
function proposeTrials(
  { space }: EmulatorObjective,
  polish: Polish,
  { value, gradient }: { value: number; gradient: Float64Array },
): Float64Array[] {
  const { point } = polish;
  const latest = polish.steps.at(-1);
  if (polish.gradient !== null && latest !== undefined && polish.changes.length < polish.steps.length) {
    const previousGradient = polish.gradient;
    // The change of the gradient is that of minus the merit, which is minimised.
    polish.changes.push(gradient.map((component, a) => previousGradient[a] - component));
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
  let direction = computeDirection(uphill, isHeld, polish);
  const isCurved = polish.steps.length > 0 && dot(direction, uphill) > 0;
  if (!isCurved) {
    polish.steps.length = 0;
    polish.changes.length = 0;
    direction = uphill.map((component) => (FIRST_STEP_LENGTH * component) / steepest);
  }
  return (isCurved ? STEP_SHARES : FIRST_STEP_SHARES).map((share) =>
    point.map((fraction, a) =>
      isHeld[a] ? fraction : Math.min(1, Math.max(0, fraction + share * direction[a])),
    ),
  );
}

/**
 * Computes the quasi-Newton direction by the L-BFGS two-loop recursion along the free axes (Nocedal and Wright, 2006,
 * algorithm 7.4).
 */
function computeDirection(
  uphill: Float64Array,
  isHeld: readonly boolean[],
  { steps, changes }: Polish,
): Float64Array {
  const direction = uphill.slice();
  const projectToFree = (vector: Float64Array) => vector.map((value, a) => (isHeld[a] ? 0 : value));
  const pairs = steps
    .map((step, i) => ({ step: projectToFree(step), change: projectToFree(changes[i]) }))
    .filter(
      ({ step, change }) => dot(step, change) > 1e-12 * Math.sqrt(dot(step, step) * dot(change, change)),
    );
  const shares: number[] = [];
  for (let i = pairs.length - 1; i >= 0; i--) {
    const { step, change } = pairs[i];
    shares[i] = dot(step, direction) / dot(step, change);
    addTo(direction, change, -shares[i]);
  }
  const latestPair = pairs.at(-1);
  if (latestPair === undefined) return new Float64Array(uphill.length);
  const scale = dot(latestPair.step, latestPair.change) / dot(latestPair.change, latestPair.change);
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
  const merit = createMerit(polish);
  let bestTrial = -1;
  let highest = polish.value;
  ratings.forEach((rating, i) => {
    const value =
      rating.score === Number.NEGATIVE_INFINITY ? rating.score : merit(rating.score, rating.constraints);
    if (value > highest) {
      highest = value;
      bestTrial = i;
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
  if (bestTrial < 0) {
    // The stored curvature may mislead, so the next iteration follows the gradient.
    if (polish.steps.length === 0) polish.idle = 2;
    polish.steps.length = 0;
    polish.changes.length = 0;
  } else {
    const { point } = polish;
    polish.steps = [
      ...polish.steps.slice(1 - MEMORY_LENGTH),
      trials[bestTrial].map((value, a) => value - point[a]),
    ];
    polish.changes = polish.changes.slice(-(polish.steps.length - 1) || polish.changes.length);
    polish.point = trials[bestTrial];
    polish.idle = gain <= RELATIVE_TOLERANCE * (scale.score + Math.abs(highest)) ? polish.idle + 1 : 0;
  }
  const isSettled = polish.idle >= 2;
  const isDue = polish.multipliers.length > 0 && (isSettled || polish.iterations % LAGRANGE_ITERATIONS === 0);
  if (isDue && bestTrial >= 0 && correctMultipliers(polish, ratings[bestTrial], scale)) return;
  polish.isDone = isSettled || polish.iterations >= MAX_ITERATIONS;
}

/**
 * Corrects the multipliers, lambda_j = max(0, lambda_j - mu (g_j - slack)).
 * @returns true where they changed enough for the search to go on
 */
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
