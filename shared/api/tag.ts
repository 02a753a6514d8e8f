import { z } from "zod";
import { job, jobParams } from "./job.ts";
import { route } from "./route.ts";

export const tag = z.object({
  name: z
    .string()
    .trim()
    .min(1, "Tag name is required")
    .max(50, "Use at most 50 characters")
    .regex(/^[^,;<>"]*$/, 'A tag may not hold , ; < > or "'),
});

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
    body: z.object({ tags: z.array(tag).max(20) }),
    response: job,
  }),
} as const;
