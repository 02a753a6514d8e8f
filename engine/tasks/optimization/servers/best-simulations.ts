/** The best simulations of a search. */
import type { SearchSpace } from "../../search-space.ts";
import { spreadOut } from "../emulator/rated-points.ts";
import { findNonDominated } from "../non-dominated.ts";
import { byScore, isBetterResult, type RatedSimulation } from "./rated-simulation.ts";

/** Designs that are nearer than this share of an axis are variants of each other. */
const MIN_DESIGN_DISTANCE = 0.1;

/** Those that are better than all before, by rising index. */
export function findImprovements(rated: readonly RatedSimulation[]): RatedSimulation[] {
  const path: RatedSimulation[] = [];
  for (const simulation of rated) {
    if (simulation.index === null || simulation.score === null) continue;
    const best = path.at(-1);
    if (best === undefined || isBetterResult(simulation, best)) path.push(simulation);
  }
  return path;
}

/** The best designs of different kinds, the best first: each differs from all better ones by a tenth of a range or an option. */
export function bestDesigns(
  space: SearchSpace,
  rated: readonly RatedSimulation[],
  count: number,
): RatedSimulation[] {
  const scored = rated.filter(({ score }) => score !== null).sort(byScore);
  return spreadOut(space, scored, count, MIN_DESIGN_DISTANCE);
}

/** Selects the simulations that no other dominates in all goals. */
export function findParetoFront(rated: readonly RatedSimulation[]): RatedSimulation[] {
  const sound = rated.filter(({ score, goals }) => score !== null && goals.every(Number.isFinite));
  return findNonDominated(sound).map((at) => sound[at]);
}
