/** The common part of verification and search by simulations: the regions and the overview of simulated designs. */
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import { finite } from "../../../tasks/in-spec.ts";
import type { RatedSimulation } from "../../../tasks/optimization/servers/rated-simulation.ts";
import { isIn } from "../../../tasks/out-of-spec/box.ts";
import { isFailing, type LevelSet } from "../../../tasks/out-of-spec/level-set.ts";
import { type Region, thinOut } from "../../../tasks/out-of-spec/region.ts";
import { findFailingRegions } from "../../../tasks/out-of-spec/search.ts";
import type { SpecSearchState } from "../../../tasks/out-of-spec/search-state.ts";
import type { SimulatedSpec } from "../../../tasks/out-of-spec/simulated-spec.ts";
import { finishTask } from "../../child/finish-task.ts";
import type { RegionsFound } from "../../contract/out-of-spec-ports.ts";
import type { Prediction } from "../../contract/run-ports.ts";
import { MAX_POINTS } from "./predicted-regions.ts";

/** Simulations that show what is out of spec, whether an emulator predicts them or not. */
export interface SimulatedSession {
  readonly search: SimulatedSpec;
  /** Describes a point by the varied variables, with its prediction. */
  predictionOf(point: Float64Array): { inputs: SimulationInputs; prediction?: Prediction };
  describeRegions(isOver: boolean): Promise<RegionsFound>;
}

const SCREENED_DESIGNS = 4_096;
/** The time limit of the search in the fitted model (ms). */
const TIME_LIMIT_MS = 2 * 60 * 1000;

/** Finds the regions in a model of the simulations; the search begins at designs that fail. */
export function findModelRegions(
  levelSet: LevelSet,
  seed: number,
  rated: readonly RatedSimulation[],
): Promise<SpecSearchState> {
  const starts = rated.filter(({ score }) => isFailing(score ?? 0)).map(({ point }) => point);
  const options = { seed, screened: SCREENED_DESIGNS, timeLimitMs: TIME_LIMIT_MS, starts };
  return finishTask(findFailingRegions(levelSet, options, () => performance.now()));
}

/** At most this many simulated designs show where a model errs. */
const MAX_SCORED_POINTS = 400;

/** Lists the points of simulations that have a score, thinned evenly where there are many. */
export const scoredPoints = (rated: readonly RatedSimulation[]): Float64Array[] =>
  thinOut(
    rated.flatMap(({ score, point }) => (score === null ? [] : [point])),
    MAX_SCORED_POINTS,
  );

/** Selects the simulations in a region's box: those that fail, and those in spec. */
export function selectInRegion(
  axes: LevelSet["axes"],
  { box }: Pick<Region, "box">,
  rated: readonly RatedSimulation[],
): { failing: RatedSimulation[]; inSpec: RatedSimulation[] } {
  const inside = rated.filter(({ score, point }) => score !== null && isIn(axes, box, point));
  return {
    failing: inside.filter(({ score }) => isFailing(score ?? 0)),
    inSpec: inside.filter(({ score }) => !isFailing(score ?? 0)),
  };
}

/** Simulated designs as points of the overview. */
export const simulatedPoints = (
  rated: readonly RatedSimulation[],
  getInputs: (simulation: RatedSimulation) => SimulationInputs,
): RegionsFound["points"] =>
  rated.flatMap((simulation) =>
    simulation.score === null || simulation.index === null
      ? []
      : [
          {
            inputs: getInputs(simulation),
            score: finite(simulation.score),
            lower_bound: null,
            upper_bound: null,
            class: isFailing(simulation.score) ? ("out-of-spec-verified" as const) : ("in-spec" as const),
            index: simulation.index,
          },
        ],
  );

/** Sorts the points by their score, the worst first, and keeps at most `count` of them. */
export const selectWorst = (points: RegionsFound["points"], count = MAX_POINTS): RegionsFound["points"] =>
  points.toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0)).slice(0, count);
