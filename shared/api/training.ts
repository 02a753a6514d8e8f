/** The training of a job: its start, where it runs, how far it is, and where along a coordinate its accuracy counts. */
import { z } from "zod";
import { MAX_SECTIONS } from "../limits.ts";
import { boundedList } from "./bounded.ts";
import { job, jobParams } from "./job.ts";
import { focusRegion, trainingChange, trainingOptions } from "./job-config.ts";
import { route } from "./route.ts";

export const trainBody = trainingChange.required({ train_on: true });

export const moveTrainingBody = trainingOptions.pick({ train_on: true, resource_id: true });

export const trainWhenDoneBody = z.object({
  train_when_done: z
    .boolean()
    .describe("True: train with the default settings once the simulations are done."),
});

export const trainingProgress = z.object({
  coefficient_of_determination: z
    .array(z.number())
    .describe("The accuracy on validation rows after each step."),
  loss: z
    .array(z.number())
    .describe(
      "The mean squared error on validation rows after each step, in standard deviations of the outputs squared; as long as the other list.",
    ),
});
export type TrainingProgress = z.infer<typeof trainingProgress>;

const regions = boundedList(focusRegion, MAX_SECTIONS);

const focusRegions = z.object({
  regions: z.array(focusRegion).describe("The regions, which do not overlap."),
  max_sections: z.int().describe("The largest number of sections that all regions may have together."),
});

export const trainingRoutes = {
  startTraining: route({
    method: "POST",
    path: "/jobs/{job_id}/training/start",
    summary: "Start training a configured job",
    audience: "full-user",
    params: jobParams,
    body: trainBody,
    response: job,
  }),
  configureTraining: route({
    method: "POST",
    path: "/jobs/{job_id}/training/configure",
    summary: "Configure the training of a job whose simulations still run",
    audience: "full-user",
    params: jobParams,
    body: trainBody,
    response: job,
  }),
  moveTraining: route({
    method: "POST",
    path: "/jobs/{job_id}/training/move",
    summary: "Change where the job is trained, continuing from the last checkpoint",
    audience: "full-user",
    params: jobParams,
    body: moveTrainingBody,
    response: job,
  }),
  trainWhenDone: route({
    method: "PUT",
    path: "/jobs/{job_id}/training/when_done",
    summary: "Choose whether the job trains by itself once its simulations are done",
    audience: "full-user",
    params: jobParams,
    body: trainWhenDoneBody,
    response: job,
  }),
  getTrainingProgress: route({
    method: "GET",
    path: "/jobs/{job_id}/training/progress",
    summary: "The training's curves so far",
    audience: "full-user",
    params: jobParams,
    response: trainingProgress,
  }),
  getFocusRegions: route({
    method: "GET",
    path: "/jobs/{job_id}/focus_regions",
    summary: "Where along the coordinate accuracy counts",
    audience: "full-user",
    params: jobParams,
    response: focusRegions,
  }),
  updateFocusRegions: route({
    method: "PUT",
    path: "/jobs/{job_id}/focus_regions",
    summary: "Replace the focus regions",
    audience: "full-user",
    params: jobParams,
    body: z.object({
      regions: regions.describe("All regions; they replace those that there are."),
      base: z
        .object({ regions: regions.describe("All regions that were read.") })
        .optional()
        .describe(
          "The regions as they were read. Where the job has others by now, nothing is changed. Without a base they are replaced in any case.",
        ),
    }),
    bodyLimit: 512 * 1024,
    response: focusRegions,
  }),
} as const;
