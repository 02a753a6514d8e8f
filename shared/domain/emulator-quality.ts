/** The quality of a job's newest emulator is stored with the job. Its verdict and the next step follow from it. */
import { z } from "zod";
import { finding } from "./finding.ts";
import { type Verdict, verdictOf, worstVerdict } from "./verdict.ts";

/** A training ends for one of these reasons: by itself, or because it was asked to. */
export const trainingEnd = z.enum(["converged", "time budget", "stopped"]);

/** One output on rows that were left out of the fits. */
export const outputQuality = z.object({
  name: z.string(),
  coefficient_of_determination: z
    .number()
    .describe(
      "The accuracy on rows that were left out of the fits; see `validation_method`. 1 is perfect, 0 is no better than the mean.",
    ),
  coverage: z.number().describe("The share of values inside the 95% bounds, 0 .. 1."),
  validation_rows: z
    .int()
    .optional()
    .describe("The number of rows that it was measured on; absent where all define it."),
  more_rows_help: z
    .boolean()
    .nullable()
    .describe(
      "True: twice the training rows would remove a worthwhile part of its error. Null: it was not measured.",
    ),
  findings: z
    .array(finding)
    .default([])
    .describe(
      "The findings limit its accuracy. The list is empty where nothing is known to limit it, and where it was not looked for.",
    ),
});
export type OutputQuality = z.infer<typeof outputQuality>;

export const measuredQuality = z.object({
  validation_rows: z
    .int()
    .describe("The number of rows that were left out of the fits; see `validation_method`."),
  outputs: z.array(outputQuality).describe("The accuracy of each output."),
});
export type MeasuredQuality = z.infer<typeof measuredQuality>;

export const emulatorQuality = measuredQuality.extend({
  stop_reason: trainingEnd.describe("Why the training ended."),
  change: z
    .object({
      kept: z
        .boolean()
        .describe("The new emulator was worse and nothing else was asked of it: the one before was kept."),
      outputs: z
        .array(
          z.object({
            name: z.string(),
            before: z.number().describe("The coefficient of determination before the training."),
            after: z.number().describe("The coefficient of determination of the new emulator."),
          }),
        )
        .describe("Coefficients of determination by output: before, and of the new emulator."),
    })
    .nullable()
    .describe("How the last training changed the coefficients; null where the job had no emulator before."),
});
export type EmulatorQuality = z.infer<typeof emulatorQuality>;

/** The number of validation rows that an output was measured on. */
export const validationRowsOf = (
  { validation_rows }: Pick<OutputQuality, "validation_rows">,
  quality: Pick<MeasuredQuality, "validation_rows">,
): number => validation_rows ?? quality.validation_rows;

/** The verdict of one of the outputs. */
export const outputVerdict = (
  output: OutputQuality,
  quality: Pick<MeasuredQuality, "validation_rows">,
): Verdict => verdictOf(output, validationRowsOf(output, quality));

/** The verdict of an emulator: of its worst output. */
export const overallVerdict = (quality: MeasuredQuality): Verdict | null =>
  worstVerdict(quality.outputs.map((output) => outputVerdict(output, quality)));

/** The outputs with the worst verdict, in their order. */
export function worstOutputs(quality: MeasuredQuality): OutputQuality[] {
  const overall = overallVerdict(quality);
  return quality.outputs.filter((output) => outputVerdict(output, quality) === overall);
}

/** The step that would most likely improve an emulator. */
export const nextStep = z.object({
  text: z.string().describe("A sentence that says what would improve the emulator."),
  label: z.string().describe("The step itself, as the label of a button."),
  resumes: z.boolean().describe("True: the step resumes the job; false: it leads to a new one."),
});
export type NextStepText = z.infer<typeof nextStep>;
