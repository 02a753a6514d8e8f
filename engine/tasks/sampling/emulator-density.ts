/** The log density of designs on an emulator: the score of what it predicts for them. */
import type { Emulator } from "../../models/emulator.ts";
import {
  createEmulatorObjective,
  type EmulatorObjective,
} from "../optimization/emulator/emulator-objective.ts";
import type { JobVariables } from "../optimization/emulator/emulator-space.ts";
import type { Goals } from "../optimization/emulator/goals.ts";
import type { CurveCoordinates } from "../optimization/emulator/predicted-values.ts";

export interface EmulatorDensity {
  objective: EmulatorObjective;
  /** Null where there is no score. @param points of the cube, snapped */
  scores(points: readonly Float64Array[]): (number | null)[];
}

/**
 * @param isUncertain the emulator's own uncertainty enters: the density is the mean over what the outputs may be
 * @throws UserError as `emulatorSpace` does
 */
export function createEmulatorDensity(
  emulator: Emulator,
  variables: JobVariables,
  goals: Goals,
  curves: CurveCoordinates,
  isUncertain: boolean,
): EmulatorDensity {
  const objective = createEmulatorObjective(emulator, variables, goals, curves);
  const aim = isUncertain ? "log mean density" : "score";
  return {
    objective,
    scores: (points) =>
      objective.rate(points, aim).map(({ score }) => (Number.isFinite(score) ? score : null)),
  };
}
