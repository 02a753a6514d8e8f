/**
 * Points with names: slider positions that people keep, such as "nominal" or "worst case". They are stored with the job, so
 * that everybody who sees its emulator finds the same ones.
 */
import { z } from "zod";
import { scalarValue } from "../domain/variable.ts";
import { MAX_POINT_NAME_LENGTH } from "../limits.ts";
import { MESSAGES } from "../messages/messages.ts";
import { inputPoint } from "./emulator.ts";
import { jobParams } from "./job.ts";
import { route } from "./route.ts";

const name = z.string().trim().min(1, MESSAGES.nameRequired).max(MAX_POINT_NAME_LENGTH);

export const namedPoint = z.object({
  id: z.int(),
  name: z.string(),
  values: z
    .record(z.string(), scalarValue)
    .describe("The values of the inputs, as stored. An input that is not named stands at its start."),
  can_be_changed: z
    .boolean()
    .describe("The reader may rename and delete it: its creator, the job's creator, and admins."),
});
export type NamedPoint = z.infer<typeof namedPoint>;

export const jobPoints = z.object({
  points: z.array(namedPoint).describe("In the order in which they were saved."),
  revision: z
    .int()
    .describe("The revision of the job: an answer that is older than what is known is left out."),
});
export type JobPoints = z.infer<typeof jobPoints>;

const pointValues = inputPoint.describe("The values of the inputs by name, in their stored units.");
/** A field that is absent stays as it is. */
const pointChange = { name: name.optional(), values: pointValues.optional() };
const pointParams = jobParams.extend({ point_id: z.string().regex(/^\d{1,9}$/) });

export const jobPointRoutes = {
  getJobPoints: route({
    method: "GET",
    path: "/jobs/{job_id}/points",
    summary: "The points with names of a job's emulator",
    audience: "user",
    params: jobParams,
    response: jobPoints,
  }),
  saveJobPoint: route({
    method: "POST",
    path: "/jobs/{job_id}/points",
    summary: "Keep a point under a name that the job's points do not have yet",
    audience: "full-user",
    status: 201,
    params: jobParams,
    body: z.object({ name, values: pointValues }),
    response: jobPoints,
  }),
  updateJobPoint: route({
    method: "PUT",
    path: "/jobs/{job_id}/points/{point_id}",
    summary: "Rename a point, or move it to other values",
    audience: "full-user",
    params: pointParams,
    body: z.object({
      ...pointChange,
      base: z
        .object(pointChange)
        .optional()
        .describe(
          "The name and the values as they were read. Where one that is to change is another by now, nothing is changed.",
        ),
    }),
    response: jobPoints,
  }),
  deleteJobPoint: route({
    method: "DELETE",
    path: "/jobs/{job_id}/points/{point_id}",
    summary: "Delete a point",
    audience: "full-user",
    params: pointParams,
    response: jobPoints,
  }),
} as const;
