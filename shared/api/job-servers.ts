import { z } from "zod";
import { job, jobParams } from "./job.ts";
import { route } from "./route.ts";
import { concurrentServer } from "./spec-job.ts";

/** A server on which a job's simulations may run. */
const jobServer = z.object({
  id: z.int(),
  name: z.string(),
  is_connected: z.boolean().describe("True: the server is connected now."),
  is_withdrawn: z
    .boolean()
    .describe("Its owner has ended the sharing: it gets no more simulations of this job."),
  last_seen: z.string().describe("The time when the platform heard from it last."),
});
export type JobServer = z.infer<typeof jobServer>;

export const jobServerRoutes = {
  getJobServers: route({
    method: "GET",
    path: "/jobs/{job_id}/servers",
    summary: "The servers that the job's simulations may run on, and whether they are connected",
    audience: "full-user",
    params: jobParams,
    response: z.object({ items: z.array(jobServer) }),
  }),
  addJobServer: route({
    method: "POST",
    path: "/jobs/{job_id}/servers",
    summary: "Let the job's simulations run on another connected server of its creator",
    audience: "full-user",
    params: jobParams,
    body: concurrentServer,
    response: job,
  }),
} as const;
