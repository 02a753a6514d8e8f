/** These schemas describe the filters of the job list, and the actions on several of its jobs at once. */
import { z } from "zod";
import { jobStatus } from "../domain/job.ts";
import { objective } from "../domain/objectives.ts";
import { MAX_PAGE_SIZE, MAX_TAGS } from "../limits.ts";
import { MESSAGES } from "../messages/messages.ts";
import { boundedList } from "./bounded.ts";
import { booleanText, integerText, listText } from "./codec.ts";
import { filterText } from "./list.ts";
import { noContent, route } from "./route.ts";
import { tagName } from "./tag-name.ts";

export const JOB_SORT_COLUMNS = [
  "id",
  "name",
  "objective",
  "spec_id",
  "creator",
  "creation_time",
  "last_modified_time",
  "status",
  "best_score",
  "simulations",
] as const;

/** The list leaves archived jobs out, shows them beside the others, or shows nothing else. */
export const archivedJobs = z.enum(["exclude", "include", "only"]);

const creatorId = z.int().min(0);

/** Several of one kind match jobs that are any of them; an empty list matches all jobs. */
export const jobFilterQuery = {
  filter: filterText.optional(),
  /** False: the list has no Single Run jobs. */
  one_off: booleanText.optional(),
  status: listText(jobStatus, jobStatus.options.length).optional(),
  objective: listText(objective, objective.options.length).optional(),
  /** Ids of people. */
  creator: listText(integerText, MAX_PAGE_SIZE).optional(),
  /** Absent: archived jobs are not listed. Restricted users always see the jobs they were given. */
  archived: archivedJobs.optional(),
};

/** The same filters in a JSON body, whole. */
export const jobFilter = z.strictObject({
  filter: filterText.describe("Any part of a name or a tag, or a whole ID."),
  one_off: z.boolean().describe("False: Single Run jobs are left out."),
  status: z
    .array(jobStatus)
    .max(jobStatus.options.length)
    .describe("Only jobs with one of these statuses; empty: all."),
  objective: z
    .array(objective)
    .max(objective.options.length)
    .describe("Only jobs with one of these objectives; empty: all."),
  creator: z
    .array(creatorId)
    .max(MAX_PAGE_SIZE)
    .describe("Only jobs that one of these people created; empty: all."),
  archived: archivedJobs.describe("Whether archived jobs are left out, included, or listed alone."),
});
export type JobFilter = z.infer<typeof jobFilter>;

/** At most as many jobs as a page of the list holds. */
const someJobs = boundedList(z.int(), MAX_PAGE_SIZE).refine(
  (list) => list.length > 0,
  MESSAGES.optionRequired,
);
const tags = z.array(tagName).max(MAX_TAGS).default([]);

export const jobListRoutes = {
  listJobCreators: route({
    method: "GET",
    path: "/jobs/creators",
    summary: "The people who created the jobs that there are",
    audience: "full-user",
    response: z.object({ items: z.array(z.object({ id: z.int(), name: z.string() })) }),
  }),
  archiveJobs: route({
    method: "POST",
    path: "/jobs:archive",
    summary: "Hide jobs from the list, or show them there again",
    audience: "full-user",
    status: 204,
    body: z.strictObject({
      ids: someJobs.describe("The IDs of the jobs."),
      archived: z.boolean().describe("True: archive the jobs; false: bring them back."),
    }),
    response: noContent,
  }),
  tagJobs: route({
    method: "POST",
    path: "/jobs:tag",
    summary: "Add tags to several jobs, and remove others from them",
    audience: "full-user",
    status: 204,
    body: z.strictObject({
      ids: someJobs.describe("The IDs of the jobs."),
      add: tags.describe("The names of tags to add."),
      remove: tags.describe("The names of tags to remove."),
    }),
    response: noContent,
  }),
} as const;
