/**
 * These schemas show how the known rows and designs score while the score function of a job is still being filled in.
 */
import { z } from "zod";
import { histogram } from "./emulator-report.ts";
import { route } from "./route.ts";
import { specVersionParams } from "./spec.ts";
import { createSpecJobBody } from "./spec-job.ts";

const finite = z.number().nullable();

/** The distribution of the scores of some rows or designs. */
export const scoreSpread = z.object({
  total: z.int().describe("The number of rows or designs that there are."),
  count: z.int().describe("The number of rows or designs that were rated, evenly spread."),
  without_score: z.int().describe("The number of rated ones that have no score."),
  in_spec: z
    .int()
    .nullable()
    .describe(
      "The number of rated ones in spec; null where the score function orders designs but does not say which are good enough.",
    ),
  within_limits: z
    .int()
    .nullable()
    .describe("The number of them that keep the limits on other outputs; null: there are no limits."),
  best: finite.describe("The best score of those that miss the limits by least; null: none has a score."),
  median: finite.describe("The median score; null: none has a score."),
  histogram: histogram
    .nullable()
    .describe("The histogram of the scores from their 5% quantile on; null where fewer than two differ."),
});
export type ScoreSpread = z.infer<typeof scoreSpread>;

export const previewedPoint = z.object({
  score: finite.describe("The score; null where it does not exist."),
  lower_bound: finite.describe("The score with the outputs at their less favourable bounds."),
  upper_bound: finite.describe("The score with the outputs at their more favourable bounds."),
  in_spec: z
    .boolean()
    .nullable()
    .describe(
      "True: the point is in spec; null: the score function does not say which designs are good enough.",
    ),
  violation: finite.describe("The sum by which limits are missed; 0: all are kept."),
});
export type PreviewedPoint = z.infer<typeof previewedPoint>;

export const scorePreview = z.discriminatedUnion("status", [
  z.object({ status: z.literal("loading") }),
  z.object({
    status: z.literal("ready"),
    rows: scoreSpread
      .nullable()
      .describe(
        "Training rows, as they were simulated or uploaded; null: the job of the emulator has none any more.",
      ),
    designs: scoreSpread
      .extend({
        may_be_in_spec: z
          .int()
          .nullable()
          .describe(
            "The number of designs that would be in spec with their outputs at the more favourable of their 95% bounds.",
          ),
      })
      .describe(
        "Designs spread evenly over the ranges of the variables, as the emulator predicts them. They keep the relation that the designs of the job would keep.",
      ),
    initial: previewedPoint.describe("The initial values of the variables, as the emulator predicts them."),
  }),
]);
export type ScorePreview = z.infer<typeof scorePreview>;

export const scorePreviewRoutes = {
  previewScore: route({
    method: "POST",
    path: "/spec_versions/{spec_version_id}/score_preview",
    summary: "How training rows and designs within the ranges do by a score, before a job pursues it",
    audience: "full-user",
    params: specVersionParams,
    body: createSpecJobBody
      .pick({
        objective: true,
        variables: true,
        score_function: true,
        further_goals: true,
        respect_relation: true,
        distributions: true,
      })
      .extend({ emulator_job_id: z.int().describe("The job whose emulator predicts the designs.") }),
    bodyLimit: 1024 ** 2,
    response: scorePreview,
  }),
} as const;
