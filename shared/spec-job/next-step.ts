/** The next steps of a complete job: more simulations, more samples, and what would most likely improve its emulator. */
import {
  type EmulatorQuality,
  type NextStepText,
  overallVerdict,
  worstOutputs,
} from "../domain/emulator-quality.ts";
import { JOB_CREATION } from "../limits.ts";
import { countText } from "../number-text.ts";

/** "Resume training" of a job whose simulations servers ran asks for so many more of them. */
const ADDED_SHARE = 0.25;

/**
 * Returns the number of simulations that are added when the training of a Complete job is resumed.
 * @param count the job's simulations so far
 */
export function moreSimulations(count: number): number {
  return Math.max(0, Math.min(Math.ceil(count * ADDED_SHARE), JOB_CREATION.maximumSimulations.max - count));
}

/** "Extend" of a Complete sampling: as many again. */
export const moreSamples = (count: number): number =>
  Math.max(0, Math.min(count, JOB_CREATION.maximumSimulations.max - count));

type NextStep = "train-longer" | "more-rows" | "check-data" | "other-inputs";

/** A job that has the emulator; `simulation_counts` is null where no simulations were run. */
type StepJob = { is_data_driven: boolean; simulation_counts: { planned: number } | null };

/** Describes the step that would most likely improve a job's emulator; null where none is needed, or none would help. */
export function describeNextStep(quality: EmulatorQuality, job: StepJob): NextStepText | null {
  const step = suggestNextStep(quality, job.is_data_driven);
  return step === null ? null : nextStepText(step, job);
}

/**
 * Suggests the step that would most likely improve an emulator that is not good enough.
 * @param isDataDriven a job from simulations trains longer only together with more simulations
 * @returns null for a good emulator, and where only the noise of repeated runs is left
 */
export function suggestNextStep(quality: EmulatorQuality, isDataDriven: boolean): NextStep | null {
  const overall = overallVerdict(quality);
  if (overall === null || overall === "excellent" || overall === "good") return null;
  if (quality.stop_reason !== "converged" && isDataDriven) return "train-longer";
  const worst = worstOutputs(quality);
  const kinds = new Set(worst.flatMap(({ findings }) => findings.map(({ kind }) => kind)));
  if (kinds.has("outliers") || kinds.has("wrapped angle")) return "check-data";
  if (worst.some(({ more_rows_help }) => more_rows_help !== false)) return "more-rows";
  return kinds.has("noise") ? null : "other-inputs";
}

function nextStepText(step: NextStep, { is_data_driven, simulation_counts }: StepJob): NextStepText {
  switch (step) {
    case "train-longer":
      return { text: "A longer training may improve it.", label: "Train longer", resumes: true };
    case "more-rows": {
      if (is_data_driven)
        return {
          text: "More data would most likely improve it.",
          label: "Train again with more data",
          resumes: false,
        };
      const more = moreSimulations(simulation_counts?.planned ?? 0);
      return {
        text: "More simulations would most likely improve it.",
        label: `Run ${countText(more)} more simulations`,
        resumes: true,
      };
    }
    case "check-data":
      return {
        text: "Correct these values, or leave their rows out, and train again.",
        label: is_data_driven ? "Train again with corrected data" : "Create a job with other variables",
        resumes: false,
      };
    case "other-inputs":
      return {
        text: "More data of this kind would hardly improve it: the inputs explain too little of the output, or its values are noisy. Check whether an input is missing or fixed.",
        label: is_data_driven ? "Train again with other inputs" : "Create a job with other variables",
        resumes: false,
      };
  }
}
