/** What the simulations of a search amount to. */
import type { SearchSpace } from "../../search-space.ts";
import { spreadOut } from "../emulator/rated-points.ts";
import { findNonDominated } from "../non-dominated.ts";
import { byScore, isBetterResult, type RatedSimulation } from "./rated-simulation.ts";

/** Of an axis: designs that are nearer are the same in kind. */
const APART = 0.1;

/** Those that are better than all before, by rising index. */
export function improvementsOf(rated: readonly RatedSimulation[]): RatedSimulation[] {
  const path: RatedSimulation[] = [];
  for (const one of rated) {
    if (one.index === null || one.score === null) continue;
    const best = path.at(-1);
    if (best === undefined || isBetterResult(one, best)) path.push(one);
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
  return spreadOut(space, scored, count, APART);
}

/** Those that no other beats in all goals. */
export function frontOf(rated: readonly RatedSimulation[]): RatedSimulation[] {
  const sound = rated.filter(({ score, goals }) => score !== null && goals.every(Number.isFinite));
  return findNonDominated(sound).map((at) => sound[at]);
}
