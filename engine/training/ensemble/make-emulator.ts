/** One emulator of the voices chosen: how wide its bounds are, from rows kept out, and how good it is on validation rows. */

import type { Emulator } from "../../models/emulator.ts";
import {
  createPanelEmulator,
  inOwnUnit,
  type PanelOutputParts,
  standardised,
} from "../../models/ensemble/emulator.ts";
import { createCommittee, hearingAt } from "../../models/ensemble/predictor.ts";
import type { Surroundings } from "../../models/extrapolation.ts";
import { fallbackOf } from "../../models/targets.ts";
import { accuracyOf } from "../accuracy.ts";
import { sharesInside } from "../calibration/bounds.ts";
import { createCalibration } from "../calibration/calibrate.ts";
import { calibrationCurve, LEVELS } from "../calibration/curve.ts";
import type { Choice } from "./choice.ts";
import type { PanelData } from "./ensemble-data.ts";
import { explain, type LearningErrors, type TargetOutcome } from "./explanation.ts";
import { seatsOf } from "./members.ts";

export interface Heard {
  data: PanelData;
  rows: Int32Array;
  outcomes: readonly TargetOutcome[];
  surroundings: Surroundings;
  learningErrors: LearningErrors;
}

export function makeEmulator({ data, rows, outcomes, surroundings, learningErrors }: Heard): Emulator {
  const { learning, validation } = data;
  const seats = seatsOf(
    outcomes.map(({ choice }) => choice),
    learning,
  );
  const committee = createCommittee(seats.models, seats.targets);
  const hearing = hearingAt(validation.inputs, validation.count);
  const calibrate = createCalibration(learning, rows);
  const outputs = data.outputs.map((output): PanelOutputParts => {
    const { model } = output;
    const own = Array.from(model.targets, (target) => outcomes[target]).filter((one) => one !== undefined);
    const choices: Choice[] = own.map(({ choice }) => choice);
    const { deviation, bounds } = calibrate(output, choices);
    const end = LEVELS.length - 1;
    const parts = {
      ...model,
      deviation,
      // However lopsided the errors are, what is predicted lies within the bounds.
      below: bounds.scales.map((scale) => scale * Math.max(0, -(bounds.lower[end] ?? 0))),
      above: bounds.scales.map((scale) => scale * Math.max(0, bounds.upper[end] ?? 0)),
    };
    const { means, variances } = standardised(parts, seats.targets, committee, hearing);
    const errors = output.standardisedTruth.map((value, at) => value - (means[at] ?? 0));
    const prediction = inOwnUnit(parts, means, variances);
    return {
      ...parts,
      ...explain(output, own, { learning, rows, learningErrors }),
      ...accuracyOf(output.truth, prediction, model.size, fallbackOf(model)),
      calibration: calibrationCurve(sharesInside(bounds, errors, variances)),
    };
  });
  const common = { inputs: data.inputs, features: data.features, surroundings };
  return createPanelEmulator({ ...common, ...seats, outputs });
}
