/** The log density of designs on an emulator: the score of what it predicts for them. */
import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import type { Emulator } from "../../models/emulator.ts";
import {
  createEmulatorObjective,
  type EmulatorObjective,
} from "../optimization/emulator/emulator-objective.ts";
import { isFeasible, type JobVariables } from "../optimization/emulator/emulator-space.ts";
import type { Goals } from "../optimization/emulator/goals.ts";
import type { CurveCoordinates } from "../optimization/emulator/predicted-values.ts";

export interface EmulatorDensity {
  objective: EmulatorObjective;
  /**
   * Null where there is no score; minus infinity where designs have no density: out of spec, or where the input that follows from the
   * others leaves its range. @param points of the cube, snapped
   */
  scores(points: readonly Float64Array[]): (number | null)[];
}

/**
 * @param options isUncertain: the emulator's own uncertainty enters, the density is the mean over what the outputs may be;
 *   isInSpecOnly: designs whose score, of the mean prediction, is negative have no density; relation: that all designs keep
 * @throws UserError as `emulatorSpace` does
 */
export function createEmulatorDensity(
  emulator: Emulator,
  variables: JobVariables,
  goals: Goals,
  curves: CurveCoordinates,
  {
    isUncertain,
    isInSpecOnly,
    relation = null,
  }: { isUncertain: boolean; isInSpecOnly: boolean; relation?: KeptRelation | null },
): EmulatorDensity {
  const objective = createEmulatorObjective(emulator, variables, goals, curves, relation);
  const aim = isUncertain ? "log mean density" : "score";
  return {
    objective,
    scores: (points) => {
      const scores = objective.rate(points, aim).map(({ score }) => score);
      const margins =
        isInSpecOnly && isUncertain ? objective.rate(points, "score").map(({ score }) => score) : scores;
      return scores.map((score, i) => {
        if (!isFeasible(objective.space, points[i])) return Number.NEGATIVE_INFINITY;
        if (!Number.isFinite(score)) return null;
        return isInSpecOnly && margins[i] < 0 ? Number.NEGATIVE_INFINITY : score;
      });
    },
  };
}
