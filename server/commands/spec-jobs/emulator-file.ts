import { join } from "node:path";
import type { GivenSpecJob } from "@understudy/shared/api/spec-job.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { linkOrCopy } from "../../files/storage.ts";
import type { JobRun } from "../../models/run.ts";
import type { Platform } from "../../platform.ts";
import { invalid } from "../../problem.ts";

/** In the job's work directory. */
const EMULATOR_FILE = "search.emulator";

/**
 * The emulator that a search runs on becomes the job's own: it may be trained again, or deleted, while the search goes on.
 * @returns null where servers compute
 * @throws Problem 400 when the emulator has gone meanwhile
 */
export async function stageEmulator(
  { store, storage }: Pick<Platform, "store" | "storage">,
  jobId: number,
  { resources, emulator_job_id }: Pick<GivenSpecJob, "resources" | "emulator_job_id">,
): Promise<JobRun["emulator"]> {
  if (resources?.type !== "emulator" || emulator_job_id === null) return null;
  const source = await store.jobs.findOne({ _id: emulator_job_id });
  const gone = () =>
    invalid({ emulator_job_id: [MESSAGES.noEmulator(source?.name ?? `job ${emulator_job_id}`)] });
  if (source === null || source.emulator_file === null) throw gone();
  const from = join(storage.workDir(source._id), source.emulator_file);
  await linkOrCopy(from, join(storage.workDir(jobId), EMULATOR_FILE)).catch(() => {
    throw gone();
  });
  return { file: EMULATOR_FILE, version: source.emulator_version };
}
