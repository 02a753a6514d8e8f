import { z } from "zod";
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from "../limits.ts";
import { MESSAGES } from "../messages/messages.ts";
import { job, jobParams } from "./job.ts";
import { route } from "./route.ts";

/** A field that is absent stays as it is. */
const about = {
  name: z.string().trim().min(1, MESSAGES.nameRequired).max(MAX_NAME_LENGTH).optional(),
  description: z.string().max(MAX_DESCRIPTION_LENGTH).optional(),
};
const editJobBody = z.strictObject({
  ...about,
  base: z
    .strictObject(about)
    .optional()
    .describe(
      "The name and the description as they were read. Where one that is to change is another by now, nothing is changed.",
    ),
});
export type JobEdit = z.infer<typeof editJobBody>;

/** Ids of uploads; null: that file stays. */
const replaceFilesBody = z.strictObject({
  input_file_id: z.string().nullable().describe("The uploaded parameters file; null: the file stays."),
  output_file_id: z.string().nullable().describe("The uploaded outputs file; null: the file stays."),
});
export type ReplaceFilesBody = z.infer<typeof replaceFilesBody>;

/** Changes of a job that are no step of its work. */
export const jobEditRoutes = {
  editJob: route({
    method: "PUT",
    path: "/jobs/{job_id}",
    summary: "Change a job's name or description",
    audience: "full-user",
    params: jobParams,
    body: editJobBody,
    response: job,
  }),
  replaceJobFiles: route({
    method: "PUT",
    path: "/jobs/{job_id}/files",
    summary: "Replace one file or both of a job whose validation failed, and validate it again",
    audience: "full-user",
    params: jobParams,
    body: replaceFilesBody,
    response: job,
  }),
} as const;
