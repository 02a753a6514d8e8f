import { join } from "node:path";
import type { GivenSpecJob } from "@understudy/shared/api/spec-job.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { linkOrCopy } from "../../files/storage.ts";
import type { JobRun } from "../../models/run.ts";
import type { Platform } from "../../platform.ts";
import { invalid } from "../../problem.ts";
import { stageStarts } from "./starting-points.ts";

/** In the job's work directory. */
const EMULATOR_FILE = "search.emulator";

/** With servers, an emulator predicts what they verify, or rejects what they need not simulate. */
const usesEmulator = ({ objective, resources }: GivenSpecJob): boolean =>
  resources?.type === "emulator" ||
  (resources !== null && (objective === "Out of Spec" || objective === "Sampling"));

/**
 * The emulator that a search runs on becomes the job's own: it may be trained again, or deleted, while the search goes on.
 * @returns null where servers compute
 * @throws Problem 400 when the emulator has gone meanwhile
 */
export async function stageEmulator(
  platform: Pick<Platform, "store" | "storage">,
  jobId: number,
  versionId: number,
  given: GivenSpecJob,
  variables: JobRun["variables"],
): Promise<JobRun["emulator"]> {
  const { store, storage } = platform;
  const { emulator_job_id } = given;
  if (!usesEmulator(given) || emulator_job_id === null) return null;
  const source = await store.jobs.findOne({ _id: emulator_job_id });
  const gone = () =>
    invalid({ emulator_job_id: [MESSAGES.noEmulator(source?.name ?? `job ${emulator_job_id}`)] });
  if (source === null || source.emulator_file === null) throw gone();
  const from = join(storage.workDir(source._id), source.emulator_file);
  await linkOrCopy(from, join(storage.workDir(jobId), EMULATOR_FILE)).catch(() => {
    throw gone();
  });
  const starts = await stageStarts(platform, jobId, versionId, given, variables);
  return { file: EMULATOR_FILE, version: source.emulator_version, starts };
}
