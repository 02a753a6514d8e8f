/** What verification and search by simulations have in common: regions and overview of simulated designs. */
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import { finite } from "../../tasks/in-spec.ts";
import type { RatedSimulation } from "../../tasks/optimization/servers/rated-simulation.ts";
import { isIn } from "../../tasks/out-of-spec/box.ts";
import type { LevelSet } from "../../tasks/out-of-spec/level-set.ts";
import { isFailing } from "../../tasks/out-of-spec/level-set.ts";
import { type Region, thinOut } from "../../tasks/out-of-spec/region.ts";
import { findFailingRegions } from "../../tasks/out-of-spec/search.ts";
import type { SpecSearchState } from "../../tasks/out-of-spec/search-state.ts";
import type { SimulatedSpec } from "../../tasks/out-of-spec/simulated-spec.ts";
import type { Prediction } from "../run-ports.ts";
import type { RegionsFound } from "../search-ports.ts";
import { finishTask } from "./finish-task.ts";
import { MAX_POINTS } from "./predicted-regions.ts";

/** Simulations that show what is out of spec, whether an emulator predicts them or not. */
export interface SimulatedSession {
  readonly search: SimulatedSpec;
  /** Of the variables that vary. */
  predictionOf(point: Float64Array): { inputs: SimulationInputs; prediction?: Prediction };
  found(isOver: boolean): Promise<RegionsFound>;
}

const SCREENED = 4_096;
/** Of the search among what was fitted. */
const TIME_LIMIT_MS = 2 * 60 * 1000;

/** The regions of what simulations have taught; failing ones are looked at first. */
export function regionsOfModel(
  levelSet: LevelSet,
  seed: number,
  rated: readonly RatedSimulation[],
): Promise<SpecSearchState> {
  const starts = rated.filter(({ score }) => isFailing(score ?? 0)).map(({ point }) => point);
  const options = { seed, screened: SCREENED, timeLimitMs: TIME_LIMIT_MS, starts };
  return finishTask(findFailingRegions(levelSet, options, () => performance.now()));
}

/** At most so many tell where a model errs. */
const MAX_KNOWN = 400;

/** Of simulations that have a score, some evenly where there are many. */
export const scoredPoints = (rated: readonly RatedSimulation[]): Float64Array[] =>
  thinOut(
    rated.flatMap(({ score, point }) => (score === null ? [] : [point])),
    MAX_KNOWN,
  );

/** Of simulations: those in a region's box that fail, and those in spec. */
export function ratedIn(
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
  inputsOf: (one: RatedSimulation) => SimulationInputs,
): RegionsFound["points"] =>
  rated.flatMap((one) =>
    one.score === null || one.index === null
      ? []
      : [
          {
            inputs: inputsOf(one),
            score: finite(one.score),
            lower_bound: null,
            upper_bound: null,
            class: isFailing(one.score) ? ("out-of-spec-verified" as const) : ("in-spec" as const),
            index: one.index,
          },
        ],
  );

/** At most so many, the worst first. */
export const worstFirst = (points: RegionsFound["points"], count = MAX_POINTS): RegionsFound["points"] =>
  points.toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0)).slice(0, count);
