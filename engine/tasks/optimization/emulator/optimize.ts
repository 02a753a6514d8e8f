/** Optimization on an emulator as a task: a generator of progress that ends with the design to act on. */

import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import type { Emulator } from "../../../models/emulator.ts";
import { type AtLimit, limitsAt } from "../at-limits.ts";
import { createEmulatorObjective, type EmulatorObjective } from "./emulator-objective.ts";
import type { JobVariables } from "./emulator-space.ts";
import type { Goals } from "./goals.ts";
import type { CurveCoordinates } from "./predicted-values.ts";
import type { BoundedValues, ScoreBounds } from "./score-bounds.ts";
import { EmulatorSearch } from "./search.ts";
import type {
  EmulatorSearchOptions,
  EmulatorSearchProgress,
  Improvement,
  SearchState,
} from "./search-state.ts";

/** A predicted design with everything that a person needs to act on it. */
export interface PredictedDesign {
  /** The point of the cube, in fractions from 0 to 1. */
  point: Float64Array;
  inputs: SimulationInputs;
  /** The values of all outputs, curves at the requested coordinates. */
  outputs: BoundedValues;
  score: number;
  bounds: ScoreBounds;
  /** The violation by the mean prediction; 0 where it keeps all limits. */
  violation: number;
  /** Variables (an element of a Vector by its column's name) that lie on a limit of their range. */
  atLimits: AtLimit[];
  /** Inputs outside the range of the training rows. */
  outside: string[];
  /** Inside all ranges, but no training row is near: the emulator extrapolates. */
  isFar: boolean;
}

export interface EmulatorOptimum {
  stopReason: NonNullable<SearchState["stopReason"]>;
  /** The number of points rated for the score, and for its bounds and further goals. */
  evaluations: number;
  otherEvaluations: number;
  /** The successive improvements. */
  path: readonly Improvement[];
  /** The distinct local maxima, best first: the first is the optimum. Empty where the score exists nowhere. */
  maxima: PredictedDesign[];
  /** The design with the best lower bound of the score. */
  robust: PredictedDesign | null;
  /** The points that no other dominates, in ascending order of the score; empty without further goals. */
  front: { point: Float64Array; inputs: SimulationInputs; goals: readonly number[]; violation: number }[];
}

export interface EmulatorOptimization {
  emulator: Emulator;
  variables: JobVariables;
  goals: Goals;
  curves?: CurveCoordinates;
  /** The relation that every design keeps; absent or null: there is none. */
  relation?: KeptRelation | null;
  options: EmulatorSearchOptions;
  clock: () => number;
  checkpoint?: SearchState;
}

/** @throws UserError, when the emulator does not fit the variables, before the first step */
export function* optimizeOnEmulator(
  optimization: EmulatorOptimization,
): Generator<EmulatorSearchProgress, EmulatorOptimum> {
  const { emulator, variables, goals, curves, relation, options, clock, checkpoint } = optimization;
  const objective = createEmulatorObjective(emulator, variables, goals, curves, relation);
  const search = new EmulatorSearch(objective, options, checkpoint);
  const { stopReason, evaluations, otherEvaluations, path, maxima, robust, front } = yield* search.run(clock);
  return {
    stopReason: stopReason ?? "converged",
    evaluations,
    otherEvaluations,
    path,
    maxima: maxima.map(({ point }) => describeDesign(emulator, objective, point)),
    robust: robust === null ? null : describeDesign(emulator, objective, robust.point),
    front: (front?.archive ?? []).map((frontPoint) => ({
      ...frontPoint,
      inputs: objective.space.inputsOf(frontPoint.point),
    })),
  };
}

/** Describes a design, also one that no search has found, such as that of the sliders. */
export function describeDesign(
  emulator: Emulator,
  objective: EmulatorObjective,
  point: Float64Array,
): PredictedDesign {
  const { space } = objective;
  const { inputs, values, score, bounds } = objective.describe(point);
  const filled = new Float64Array(emulator.inputs.length);
  space.fill(point, filled, 0);
  const { inputs: isOutside, far } = emulator.extrapolation(filled, 1);
  return {
    point,
    inputs,
    outputs: values,
    score,
    bounds,
    violation: objective.rate([point])[0].violation,
    atLimits: findDesignLimits(space, point),
    outside: emulator.inputs.flatMap(({ name }, column) => (isOutside[column] === 1 ? [name] : [])),
    isFar: far[0] === 1,
  };
}

/** Finds the limits that a point lies on, including those of the follower. */
function findDesignLimits(
  { axes, follower, followerValue }: EmulatorObjective["space"],
  point: Float64Array,
): AtLimit[] {
  if (follower === null) return limitsAt(axes, point);
  const place = follower.axis.place(followerValue(point));
  return limitsAt([...axes, follower.axis], Float64Array.of(...point, place));
}
