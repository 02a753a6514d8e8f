import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { Job } from "@understudy/shared/api/job.ts";
import type { Objective } from "@understudy/shared/domain/objectives.ts";
import { call } from "#api/call.ts";

type Origin = Pick<Job, "id" | "spec_version_id">;

/** Data of files have a spec version too, made when it is asked for. */
export const ensureVersionId = async ({ id, spec_version_id }: Origin): Promise<number> =>
  spec_version_id ?? (await call("getJobSpecVersion", { params: { job_id: id } })).id;

/** A new job with this one's data, or with its variables. */
export const trainAgainPath = (job: Origin): string =>
  anotherPath({ ...job, objective: "Training", emulator_job_id: null });

/** A new job that begins with all that this one was created with. */
export function anotherPath({
  id,
  spec_version_id,
  objective,
  emulator_job_id,
}: Origin & Pick<Job, "objective" | "emulator_job_id">): string {
  const source_job_id = String(id);
  if (spec_version_id === null) return `/jobs/new?${new URLSearchParams({ source_job_id })}`;
  const search = new URLSearchParams({ objective, source_job_id });
  if (emulator_job_id !== null) search.set("emulator_job_id", String(emulator_job_id));
  return `/spec_versions/${spec_version_id}/jobs/new?${search}`;
}

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
