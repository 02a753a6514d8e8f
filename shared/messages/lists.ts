import { counted } from "../counted.ts";

/** The texts of the job list and of the comparison of jobs. */
export const LIST_MESSAGES = {
  noMoreFilters: (max: number) => `You already have ${max} saved filters. Delete one that you no longer need`,
  savedFilter: (name: string) => `Saved filter: ${name}`,
  deletedFilter: (name: string) => `Deleted filter: ${name}`,
  tooManyTags: (ids: readonly number[], max: number) =>
    `A job can have at most ${max} tags: ${ids.map((id) => `job ${id}`).join(", ")} would have more`,
  archivedJobs: (count: number) => `Archived ${counted(count, "job")}`,
  unarchivedJobs: (count: number) => `Unarchived ${counted(count, "job")}`,
  taggedJobs: (count: number) => `Changed the tags of ${counted(count, "job")}`,
  noSuchJob: (id: number) => `Job ${id} has been deleted, or is not accessible to you.`,
  jobNotLoaded: (id: number, reason: string) => `Job ${id} could not be loaded (${reason}).`,
  tooManyCompared: (max: number, left: number) =>
    `At most ${max} jobs can be compared: ${counted(left, "job")} more in the address ${left === 1 ? "is" : "are"} left out.`,
  chooseJobs: "Choose two jobs or more to compare.",
  noDifferences: "The configurations of these jobs do not differ.",
  noAccuracies: "None of these jobs has an emulator yet.",
  noLearningCurves: "None of these emulators has a learning curve.",
  needsEmulators: "Predictions can be compared once two of these jobs have an emulator.",
  noCommonInputs:
    "These emulators have no inputs in common that can be set: each predicts at its own initial values.",
  noCommonOutputs: "These emulators have no outputs in common.",
  ownInputs: (names: readonly string[]) =>
    `Not all of these emulators have ${new Intl.ListFormat("en").format(names)}: such inputs stay at their initial values.`,
} as const;
