/** The scores of simulations as they are stored, and when a search is without any. */
import { isInSpec } from "../../tasks/in-spec.ts";
import type { RatedSimulation } from "../../tasks/optimization/servers/rated-simulation.ts";
import type { SimulationScore } from "../contract/search-ports.ts";

/** A search fails once so many results have come in since it began, and none has ever had a score. */
const FIRST_RESULTS = 8;

/**
 * Decides whether a simulation is in spec; null where it has no score, or where the score function says what is
 * better, not what is good enough.
 */
export const decideSpecState = ({ score, violation }: RatedSimulation, hasSpec: boolean): boolean | null =>
  hasSpec && score !== null ? isInSpec({ score, violation }) : null;

export function createScore(rated: RatedSimulation, hasSpec: boolean): SimulationScore {
  const { index, score, goals } = rated;
  return {
    index: index ?? 0,
    score,
    inSpec: decideSpecState(rated, hasSpec),
    problem: describeProblem(score, goals[0]),
  };
}

function describeProblem(score: number | null, value: number | undefined): string | null {
  if (score !== null) return null;
  return Number.isNaN(value) ? "Its score is not a number." : "Its score is infinite.";
}

/**
 * @param before the results when the search began: after a retry as many more are looked at
 * @returns why the search cannot go on, of all results so far; null: it can
 */
export function nothingScored(
  before: readonly RatedSimulation[],
): (rated: readonly RatedSimulation[]) => string | null {
  return (rated) => {
    if (rated.length - before.length < FIRST_RESULTS || rated.some(({ score }) => score !== null))
      return null;
    const [first] = rated;
    const problem = first === undefined ? "" : ` ${describeProblem(null, first.goals[0])}`;
    return `The score function gave no score for any of the ${rated.length} results, so none of them is better than another. The first one:${problem}`;
  };
}
