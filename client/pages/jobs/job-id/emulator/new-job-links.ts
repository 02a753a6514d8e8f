import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { Job } from "@understudy/shared/api/job.ts";
import type { Objective } from "@understudy/shared/domain/job.ts";

type Origin = Pick<Job, "id" | "spec_version_id">;

/** A new job with this one's data, or with its variables. */
export const trainAgainPath = ({ id, spec_version_id }: Origin): string =>
  spec_version_id === null
    ? `/jobs/new?${new URLSearchParams({ source_job_id: String(id) })}`
    : `/spec_versions/${spec_version_id}/jobs/new?${new URLSearchParams({ objective: "Training", source_job_id: String(id) })}`;

/** What can be run on an emulator, in the order of the menu. */
export const EMULATOR_OBJECTIVES: readonly Objective[] = ["Optimization", "Sampling", "Out of Spec"];

/**
 * A new job that has a job's emulator: to run on, or to be compared with.
 * @param versionId of the spec that the job was made from, or that describes its data
 * @param at where the variables begin
 */
export function onEmulatorPath(
  { id }: Pick<Job, "id">,
  versionId: number,
  objective: Objective,
  at: InputPoint | null = null,
): string {
  const search = new URLSearchParams({ objective, emulator_job_id: String(id) });
  if (at !== null) search.set("at", JSON.stringify(at));
  return `/spec_versions/${versionId}/jobs/new?${search}`;
}
