/** The non-dominated front of several goals on an emulator: NSGA-II (K. Deb et al., 2002), one generation a step. */
import { createRandom, type Random } from "../../../math/random.ts";
import { cellOf, hasCells, middleOf, type SearchSpace, snap } from "../../search-space.ts";
import { nonDominated, type Valued } from "../non-dominated.ts";
import type { EmulatorObjective } from "./emulator-objective.ts";

export interface FrontPoint extends Valued {
  point: Float64Array;
}

/** Plain data. */
export interface Front {
  seed: number;
  generation: number;
  population: FrontPoint[];
  /** All points that no other dominates, of all generations. */
  archive: FrontPoint[];
}

const POPULATION = 120;
const GENERATIONS = 80;
const MAX_ARCHIVE = 400;
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
  const points = [...starts.slice(0, POPULATION)];
  while (points.length < POPULATION)
    points.push(
      snap(
        axes,
        Float64Array.from(axes, () => random.uniform()),
      ),
    );
  const population = rated(objective, points);
  return { seed, generation: 0, population, archive: bestOf(population) };
}

/** @returns the points rated; 0 at the end */
export function advanceFront(objective: EmulatorObjective, front: Front): number {
  if (front.generation >= GENERATIONS) return 0;
  const { axes } = objective.space;
  const random = createRandom(front.seed).fork(6, front.generation);
  const ranked = rankAll(front.population);
  const children = Array.from({ length: POPULATION }, () =>
    mutate(axes, cross(axes, tournament(ranked, random), tournament(ranked, random), random), random),
  );
  const offspring = rated(objective, children);
  front.population = rankAll([...front.population, ...offspring])
    .slice(0, POPULATION)
    .map(({ own }) => own);
  front.archive = thin(bestOf([...front.archive, ...offspring]));
  front.generation++;
  return children.length;
}

const rated = (objective: EmulatorObjective, points: readonly Float64Array[]): FrontPoint[] =>
  objective.rateAll(points).map((values, i) => ({ point: points[i], ...values }));

const bestOf = (points: readonly FrontPoint[]): FrontPoint[] => nonDominated(points).map((i) => points[i]);

interface RankedPoint {
  own: FrontPoint;
  layer: number;
  crowding: number;
}

/** Layer by layer, the least crowded first. */
function rankAll(points: readonly FrontPoint[]): RankedPoint[] {
  const ranked: RankedPoint[] = [];
  let left = [...points];
  for (let layer = 0; left.length > 0 && ranked.length < POPULATION; layer++) {
    const chosen = nonDominated(left);
    // None of those that are left exists as a score.
    const front = chosen.length > 0 ? chosen.map((i) => left[i]) : left;
    const crowding = crowdingOf(front);
    const members = front.map((own, i) => ({ own, layer, crowding: crowding[i] }));
    ranked.push(...members.sort((a, b) => b.crowding - a.crowding));
    const taken = new Set(front);
    left = left.filter((one) => !taken.has(one));
  }
  return ranked;
}

function crowdingOf(front: readonly FrontPoint[]): Float64Array {
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

/** Evenly, without the ends of any goal. */
function thin(points: readonly FrontPoint[]): FrontPoint[] {
  if (points.length <= MAX_ARCHIVE) return [...points];
  const crowding = crowdingOf(points);
  const order = Array.from(points.keys()).sort((a, b) => crowding[b] - crowding[a]);
  const kept = new Set(order.slice(0, MAX_ARCHIVE));
  return points.filter((_, i) => kept.has(i));
}

function tournament(ranked: readonly RankedPoint[], random: Random): Float64Array {
  const [one, other] = [random.integer(ranked.length), random.integer(ranked.length)];
  return ranked[Math.min(one, other)].own.point;
}

/** Simulated binary crossover; options come from either parent. */
function cross(space: SearchSpace, one: Float64Array, other: Float64Array, random: Random): Float64Array {
  return Float64Array.from(space, (axis, a) => {
    const [choice, share] = [random.uniform(), random.uniform()];
    if (axis.isChoice) return choice < 0.5 ? one[a] : other[a];
    const power = 1 / (CROSSOVER_INDEX + 1);
    const spread = share < 0.5 ? (2 * share) ** power : (0.5 / (1 - share)) ** power;
    const side = choice < 0.5 ? 1 : -1;
    return 0.5 * (one[a] + other[a] + side * spread * (one[a] - other[a]));
  });
}

function mutate(space: SearchSpace, point: Float64Array, random: Random): Float64Array {
  space.forEach((axis, a) => {
    const [chance, share] = [random.uniform(), random.uniform()];
    if (chance >= 1 / space.length) return;
    if (axis.isChoice) {
      point[a] = middleOf(axis, Math.floor(share * axis.count));
      return;
    }
    const power = 1 / (MUTATION_INDEX + 1);
    const step = share < 0.5 ? (2 * share) ** power - 1 : 1 - (2 - 2 * share) ** power;
    // A whole number moves by one at least.
    const least = hasCells(axis) ? Math.sign(step) / axis.count : 0;
    const cell = cellOf(axis, point[a] + (Math.abs(step) > Math.abs(least) ? step : least));
    point[a] = middleOf(axis, cell);
  });
  return snap(space, point);
}
