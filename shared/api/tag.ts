import { z } from "zod";
import { MAX_TAGS } from "../limits.ts";
import { job, jobParams } from "./job.ts";
import { route } from "./route.ts";
import { tagName } from "./tag-name.ts";

export const tag = z.object({ name: tagName });

const jobTags = z.object({ tags: z.array(tag).max(MAX_TAGS) });

export const tagRoutes = {
  listTags: route({
    method: "GET",
    path: "/tags",
    summary: "All tags",
    audience: "full-user",
    response: z.object({ items: z.array(tag) }),
  }),
  createTag: route({
    method: "POST",
    path: "/tags",
    summary: "Create a tag",
    audience: "full-user",
    status: 201,
    body: tag,
    response: tag,
  }),
  updateJobTags: route({
    method: "PUT",
    path: "/jobs/{job_id}/tags",
    summary: "Replace the tags of a job, or with a base add to them and remove from them",
    audience: "full-user",
    params: jobParams,
    body: jobTags.extend({
      base: jobTags
        .optional()
        .describe(
          "The tags as they were read. What was added to them is then added to the present ones, and what is missing is removed: tags that others have added meanwhile stay.",
        ),
    }),
    response: job,
  }),
} as const;
