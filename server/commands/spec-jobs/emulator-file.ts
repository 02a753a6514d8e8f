import { join } from "node:path";
import type { GivenSpecJob } from "@understudy/shared/api/spec-job.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { invalid } from "../../core/problem.ts";
import { linkOrCopy } from "../../files/storage.ts";
import type { JobRecord } from "../../models/job.ts";
import type { JobRun } from "../../models/run.ts";
import type { Platform, RecordsAndFiles } from "../../platform/platform.ts";
import { stageStarts } from "./starting-points.ts";

/** In the job's work directory. */
const EMULATOR_FILE = "search.emulator";

/** Also where servers then verify what an emulator predicts to be out of spec. */
export const needsEmulator = ({ objective, resources }: GivenSpecJob): boolean =>
  resources?.type === "emulator" || (OBJECTIVE_TRAITS[objective].hasVerification && resources !== null);

/**
 * In a sampling on servers the emulator rejects designs that need not be simulated; without it, every design is
 * simulated.
 */
const mayUseEmulator = (body: GivenSpecJob): boolean =>
  needsEmulator(body) || OBJECTIVE_TRAITS[body.objective].hasChain;

/**
 * The emulator that a search runs on becomes the job's own: it may be trained again, or deleted, while the search goes on.
 * @returns null where servers compute alone
 * @throws Problem 400 when the emulator has gone meanwhile
 */
export async function stageEmulator(
  platform: RecordsAndFiles,
  jobId: number,
  versionId: number,
  body: GivenSpecJob,
  variables: JobRun["variables"],
): Promise<JobRun["emulator"]> {
  const { store, storage } = platform;
  const { emulator_job_id } = body;
  if (!mayUseEmulator(body) || emulator_job_id === null) return null;
  const source = await store.jobs.findOne({ _id: emulator_job_id });
  if (source === null || !(await stage(storage, source, jobId))) {
    if (!needsEmulator(body)) return null;
    throw invalid({ emulator_job_id: [MESSAGES.noEmulator(source?.name ?? `job ${emulator_job_id}`)] });
  }
  const starts = await stageStarts(platform, jobId, versionId, body, variables);
  return { file: EMULATOR_FILE, version: source.emulator_version, starts };
}

/** False where it is gone. */
async function stage(
  storage: Platform["storage"],
  { _id, emulator_file, emulator_stage }: Pick<JobRecord, "_id" | "emulator_file" | "emulator_stage">,
  jobId: number,
): Promise<boolean> {
  if (emulator_file === null || emulator_stage === "provisional") return false;
  const from = join(storage.workDir(_id), emulator_file);
  return await linkOrCopy(from, join(storage.workDir(jobId), EMULATOR_FILE)).then(
    () => true,
    () => false,
  );
}
