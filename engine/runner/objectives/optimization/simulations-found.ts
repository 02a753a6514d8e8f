/** Reports the result of a search by its simulations. */
import { plainValues } from "../../../designs/axes.ts";
import type { PursuedGoal } from "../../../specs/job-goals.ts";
import { finite, shownViolation } from "../../../tasks/in-spec.ts";
import { limitsAt } from "../../../tasks/optimization/at-limits.ts";
import {
  bestDesigns,
  findImprovements,
  findParetoFront,
} from "../../../tasks/optimization/servers/best-simulations.ts";
import type { RatedSimulation } from "../../../tasks/optimization/servers/rated-simulation.ts";
import type { ServerSearch } from "../../../tasks/optimization/servers/server-search.ts";
import { decideSpecState } from "../../child/simulation-scores.ts";
import type { SearchFound } from "../../contract/optimization-ports.ts";
import type { FoundDesign } from "../../contract/search-ports.ts";
import { thinned } from "./design-recorder.ts";

const MAX_DESIGNS = 10;

type Options = {
  readonly pursued: readonly PursuedGoal[];
  readonly hasSpec: boolean;
  readonly isOver: boolean;
};

export function foundSoFar(search: ServerSearch, { pursued, hasSpec, isOver }: Options): SearchFound {
  const { axes } = search.space;
  const rated = search.rated;
  const createDesign = (simulation: RatedSimulation): FoundDesign => ({
    index: simulation.index,
    inputs: plainValues(simulation.inputs),
    outputs: Object.fromEntries(
      Object.entries(simulation.outputs).map(([name, mean]) => [name, { mean, lower: null, upper: null }]),
    ),
    score: simulation.score,
    lower_bound: null,
    upper_bound: null,
    in_spec: decideSpecState(simulation, hasSpec),
    violation: shownViolation(simulation),
    at_limits: limitsAt(axes, simulation.point),
    outside: [],
    is_far: false,
  });
  return {
    evaluations: search.ended,
    otherEvaluations: 0,
    path: thinned(
      findImprovements(rated).map(({ index, score, violation }) => ({
        evaluations: (index ?? 0) + 1,
        score: score ?? Number.NaN,
        violation,
      })),
    ),
    stopReason: isOver ? (search.stopReason ?? "evaluation limit") : null,
    maxima: bestDesigns(axes, rated, isOver ? MAX_DESIGNS : 1).map(createDesign),
    robust: null,
    goals: pursued.map(({ name }) => name),
    front:
      pursued.length === 0
        ? []
        : findParetoFront(rated).map((simulation) => frontDesign(simulation, pursued)),
    recorded: [],
  };
}

const frontDesign = (
  simulation: RatedSimulation,
  pursued: readonly PursuedGoal[],
): SearchFound["front"][number] => ({
  inputs: plainValues(simulation.inputs),
  goals: simulation.goals.map((value, g) => finite(value * (pursued[g]?.sign ?? 1))),
  violation: shownViolation(simulation),
});
