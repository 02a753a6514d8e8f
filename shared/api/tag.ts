import { z } from "zod";
import { MAX_TAGS } from "../limits.ts";
import { job, jobParams } from "./job.ts";
import { route } from "./route.ts";
import { tagName } from "./tag-name.ts";

export const tag = z.object({ name: tagName });

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
    summary: "Replace the tags of a job",
    audience: "full-user",
    params: jobParams,
    body: z.object({ tags: z.array(tag).max(MAX_TAGS) }),
    response: job,
  }),
} as const;
