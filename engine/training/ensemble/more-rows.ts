import { moreRowsHelp } from "@understudy/shared/domain/learning-curve.ts";
import type { EmulatorOutput } from "../../models/emulator.ts";

/** Tells whether twice the training rows would remove a worthwhile part of an output's error; null where it was not measured. */
export const wouldMoreRowsHelp = ({
  learningCurve,
  coefficientOfDetermination,
}: Pick<EmulatorOutput, "learningCurve" | "coefficientOfDetermination">): boolean | null =>
  moreRowsHelp(
    learningCurve && {
      rows: [...learningCurve.rows],
      coefficients_of_determination: [...learningCurve.coefficientsOfDetermination],
    },
    coefficientOfDetermination,
  );
