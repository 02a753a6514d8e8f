import { counted } from "./counted.ts";

/** The texts of the job list and of the comparison of jobs. */
export const LIST_MESSAGES = {
  noMoreFilters: (max: number) => `You already have ${max} saved filters. Delete one that you no longer need`,
  savedFilter: (name: string) => `Saved filter: ${name}`,
  deletedFilter: (name: string) => `Deleted filter: ${name}`,
  tooManyTags: (ids: readonly number[], max: number) =>
    `A job can have at most ${max} tags: ${ids.map((id) => `job ${id}`).join(", ")} would have more`,
  archivedJobs: (count: number) => `Archived ${counted(count, "job")}`,
  unarchivedJobs: (count: number) => `Restored ${counted(count, "job")}`,
  taggedJobs: (count: number) => `Changed the tags of ${counted(count, "job")}`,
} as const;
