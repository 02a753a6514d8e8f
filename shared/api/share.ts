import { z } from "zod";
import { integerText } from "./codec.ts";
import { filterText } from "./list.ts";
import { noContent, route } from "./route.ts";

/** A restricted person, and whether they see a job. */
export const share = z.object({
  user_id: z.int(),
  name: z.string(),
  email: z.string(),
  shared: z.boolean().describe("True: the person can see the job."),
});
export type Share = z.infer<typeof share>;

const jobParams = z.object({ job_id: integerText });

export const shareRoutes = {
  listShares: route({
    method: "GET",
    path: "/jobs/{job_id}/shares",
    summary: "The restricted people, by name, and which of them see the job",
    audience: "full-user",
    params: jobParams,
    query: z.object({ filter: filterText.optional() }),
    /** `total_count` says how many people match, where there are more than are listed. */
    response: z.object({ items: z.array(share), total_count: z.int() }),
  }),
  setShare: route({
    method: "PUT",
    path: "/jobs/{job_id}/shares/{user_id}",
    summary: "Show the emulator of a job to a restricted person, or no longer",
    audience: "full-user",
    status: 204,
    params: jobParams.extend({ user_id: integerText }),
    body: z.object({
      shared: z.boolean().describe("True: show the job to the person; false: hide it from them."),
    }),
    response: noContent,
  }),
} as const;
