import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { Job } from "@understudy/shared/api/job.ts";
import { isRunnable, type Objective } from "@understudy/shared/domain/job.ts";

type Origin = Pick<Job, "id" | "spec_version_id">;

/** A new job with this one's data, or with its variables. */
export const trainAgainPath = ({ id, spec_version_id }: Origin): string =>
  spec_version_id === null
    ? `/jobs/new?${new URLSearchParams({ source_job_id: String(id) })}`
    : `/spec_versions/${spec_version_id}/jobs/new?${new URLSearchParams({ objective: "Training", source_job_id: String(id) })}`;

const ON_EMULATORS: readonly Objective[] = ["Optimization", "Sampling", "Out of Spec"];
/** What can be run on an emulator, in the order of the menu. */
export const EMULATOR_OBJECTIVES = ON_EMULATORS.filter(isRunnable);

/**
 * A new job that has this job's emulator: to run on, or to be compared with. Null for a job that was made from files: it
 * has no spec to make others from.
 * @param at where the variables begin
 */
export function onEmulatorPath(
  { id, spec_version_id }: Origin,
  objective: Objective,
  at: InputPoint | null = null,
): string | null {
  if (spec_version_id === null) return null;
  const search = new URLSearchParams({ objective, emulator_job_id: String(id) });
  if (at !== null) search.set("at", JSON.stringify(at));
  return `/spec_versions/${spec_version_id}/jobs/new?${search}`;
}
