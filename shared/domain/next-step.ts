/** The step that would most likely improve an emulator, in words. */
import { z } from "zod";
import { countText } from "../number-text.ts";
import { moreSimulations } from "../spec-job/more-simulations.ts";
import { type EmulatorQuality, type NextStep, suggestNextStep } from "./emulator-quality.ts";

export const nextStep = z.object({
  /** A sentence says what would improve the emulator. */
  text: z.string(),
  /** The step itself, as the label of a button. */
  label: z.string(),
  /** True: the step resumes the job; false: it leads to a new one. */
  resumes: z.boolean(),
});
type NextStepText = z.infer<typeof nextStep>;

/** A job that has the emulator; `simulation_counts` is null where no simulations were run. */
type StepJob = { is_data_driven: boolean; simulation_counts: { planned: number } | null };

/** Describes the step that would most likely improve a job's emulator; null where none is needed, or none would help. */
export function describeNextStep(quality: EmulatorQuality, job: StepJob): NextStepText | null {
  const step = suggestNextStep(quality, job.is_data_driven);
  return step === null ? null : nextStepText(step, job);
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
