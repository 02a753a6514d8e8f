/** The non-dominated front of several goals on an emulator: NSGA-II (K. Deb et al., 2002), one generation a step. */
import { createRandom, type Random } from "../../../math/random.ts";
import { computeMiddle, findCell, hasCells, type SearchSpace, snap } from "../../search-space.ts";
import { findNonDominated, type RatedGoals } from "../non-dominated.ts";
import type { EmulatorObjective } from "./emulator-objective.ts";

export interface FrontPoint extends RatedGoals {
  point: Float64Array;
}

/** Plain data. */
export interface Front {
  seed: number;
  generation: number;
  population: FrontPoint[];
  /** All points of all generations that no other dominates. */
  archive: FrontPoint[];
}

const POPULATION_SIZE = 120;
const GENERATION_COUNT = 80;
const MAX_ARCHIVE_SIZE = 400;
/** Distribution indices of crossover and mutation (Deb and Agrawal, 1995). */
const CROSSOVER_INDEX = 15;
const MUTATION_INDEX = 20;

export function startFront(
  objective: EmulatorObjective,
  seed: number,
  starts: readonly Float64Array[],
): Front {
  const { axes } = objective.space;
  const random = createRandom(seed).fork(5);
  const points = [...starts.slice(0, POPULATION_SIZE)];
  while (points.length < POPULATION_SIZE)
    points.push(
      snap(
        axes,
        Float64Array.from(axes, () => random.uniform()),
      ),
    );
  const population = ratePoints(objective, points);
  return { seed, generation: 0, population, archive: selectNonDominated(population) };
}

/**
 * Advances the front by one generation.
 * @returns the number of points rated; 0 at the end
 */
export function advanceFront(objective: EmulatorObjective, front: Front): number {
  if (front.generation >= GENERATION_COUNT) return 0;
  const { axes } = objective.space;
  const random = createRandom(front.seed).fork(6, front.generation);
  const ranked = rankAll(front.population);
  const children = Array.from({ length: POPULATION_SIZE }, () =>
    mutate(axes, cross(axes, tournament(ranked, random), tournament(ranked, random), random), random),
  );
  const offspring = ratePoints(objective, children);
  front.population = rankAll([...front.population, ...offspring])
    .slice(0, POPULATION_SIZE)
    .map(({ member }) => member);
  front.archive = thin(selectNonDominated([...front.archive, ...offspring]));
  front.generation++;
  return children.length;
}

const ratePoints = (objective: EmulatorObjective, points: readonly Float64Array[]): FrontPoint[] =>
  objective.rateAll(points).map((values, i) => ({ point: points[i], ...values }));

const selectNonDominated = (points: readonly FrontPoint[]): FrontPoint[] =>
  findNonDominated(points).map((i) => points[i]);

interface RankedPoint {
  member: FrontPoint;
  layer: number;
  crowding: number;
}

/** Sorts points layer by layer, the least crowded first. */
function rankAll(points: readonly FrontPoint[]): RankedPoint[] {
  const ranked: RankedPoint[] = [];
  let remaining = [...points];
  for (let layer = 0; remaining.length > 0 && ranked.length < POPULATION_SIZE; layer++) {
    const chosen = findNonDominated(remaining);
    // The remaining points have no score, so none of them dominates another.
    const front = chosen.length > 0 ? chosen.map((i) => remaining[i]) : remaining;
    const crowding = computeCrowding(front);
    const members = front.map((layerMember, i) => ({ member: layerMember, layer, crowding: crowding[i] }));
    ranked.push(...members.sort((a, b) => b.crowding - a.crowding));
    const layerMembers = new Set(front);
    remaining = remaining.filter((candidate) => !layerMembers.has(candidate));
  }
  return ranked;
}

function computeCrowding(front: readonly FrontPoint[]): Float64Array {
  const crowding = new Float64Array(front.length);
  const order = Array.from(front.keys());
  for (let g = 0; g < (front[0]?.goals.length ?? 0); g++) {
    order.sort((a, b) => front[a].goals[g] - front[b].goals[g]);
    const [first, last] = [order[0], order[order.length - 1]];
    const range = front[last].goals[g] - front[first].goals[g];
    crowding[first] = Number.POSITIVE_INFINITY;
    crowding[last] = Number.POSITIVE_INFINITY;
    for (let i = 1; i + 1 < order.length && range > 0; i++)
      crowding[order[i]] += (front[order[i + 1]].goals[g] - front[order[i - 1]].goals[g]) / range;
  }
  return crowding;
}

/** Removes the most crowded points; the ends of each goal stay. */
function thin(points: readonly FrontPoint[]): FrontPoint[] {
  if (points.length <= MAX_ARCHIVE_SIZE) return [...points];
  const crowding = computeCrowding(points);
  const order = Array.from(points.keys()).sort((a, b) => crowding[b] - crowding[a]);
  const selected = new Set(order.slice(0, MAX_ARCHIVE_SIZE));
  return points.filter((_, i) => selected.has(i));
}

function tournament(ranked: readonly RankedPoint[], random: Random): Float64Array {
  const [first, second] = [random.integer(ranked.length), random.integer(ranked.length)];
  return ranked[Math.min(first, second)].member.point;
}

/** Crosses two parents by simulated binary crossover; options come from either parent. */
function cross(space: SearchSpace, first: Float64Array, second: Float64Array, random: Random): Float64Array {
  return Float64Array.from(space, (axis, a) => {
    const [choice, share] = [random.uniform(), random.uniform()];
    if (axis.isChoice) return choice < 0.5 ? first[a] : second[a];
    const power = 1 / (CROSSOVER_INDEX + 1);
    const spread = share < 0.5 ? (2 * share) ** power : (0.5 / (1 - share)) ** power;
    const side = choice < 0.5 ? 1 : -1;
    return 0.5 * (first[a] + second[a] + side * spread * (first[a] - second[a]));
  });
}

function mutate(space: SearchSpace, point: Float64Array, random: Random): Float64Array {
  space.forEach((axis, a) => {
    const [chance, share] = [random.uniform(), random.uniform()];
    if (chance >= 1 / space.length) return;
    if (axis.isChoice) {
      point[a] = computeMiddle(axis, Math.floor(share * axis.count));
      return;
    }
    const power = 1 / (MUTATION_INDEX + 1);
    const step = share < 0.5 ? (2 * share) ** power - 1 : 1 - (2 - 2 * share) ** power;
    // A whole number changes by at least one.
    const minStep = hasCells(axis) ? Math.sign(step) / axis.count : 0;
    const cell = findCell(axis, point[a] + (Math.abs(step) > Math.abs(minStep) ? step : minStep));
    point[a] = computeMiddle(axis, cell);
  });
  return snap(space, point);
}
