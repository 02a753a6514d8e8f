import { rm } from "node:fs/promises";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { log } from "../../core/log.ts";
import { Problem } from "../../core/problem.ts";
import { tallyJob } from "../../dispatch/simulation-counts.ts";
import { simulationFolder } from "../../files/kept-files.ts";
import type { JobRecord } from "../../models/job.ts";
import { curvesIds, type SimulationRow, simulationPlace, simulationRow } from "../../models/simulation.ts";
import type { LiveRecordsAndFiles, Records } from "../../platform/platform.ts";
import type { JobAccess } from "../../policies/job.ts";
import { canDeleteSimulation } from "../../presenters/simulation.ts";
import { changeJob } from "../jobs/change-job.ts";

/**
 * Deletes simulations of a job with what they left. A dataset that was built from them stays as it is.
 * @throws Problem 403 when one of them may not be deleted now.
 */
export async function deleteSimulations(
  platform: LiveRecordsAndFiles,
  { job, access }: { job: JobRecord; access: JobAccess },
  ids: readonly number[],
): Promise<void> {
  const { store } = platform;
  // Two people may delete at once: simulations that no longer exist are skipped.
  const rows = await store.simulations.find({ job_id: job._id, _id: { $in: [...ids] } }, {}, simulationRow);
  if (rows.some((row) => !canDeleteSimulation(row, job, access)))
    throw new Problem(403, MESSAGES.simulationsInUse);
  await removeSimulations(platform, job._id, rows);
}

/** With what they left, whatever the job is doing. */
export async function removeSimulations(
  platform: LiveRecordsAndFiles,
  jobId: number,
  rows: readonly Pick<SimulationRow, "_id" | "job_id" | "attempt">[],
): Promise<void> {
  const { store, storage } = platform;
  const ids = rows.map(({ _id }) => _id);
  await store.simulations.remove({ job_id: jobId, _id: { $in: ids } });
  await store.simulationCurves.remove({ _id: { $in: rows.flatMap(curvesIds) } });
  const gaps = await countGaps(platform, jobId);
  const counts = await tallyJob(platform, jobId);
  await changeJob(platform, jobId, () => ({ ...counts, simulation_gaps: gaps }));
  await Promise.all(
    ids.map((id) => rm(simulationFolder(storage, jobId, id), { recursive: true, force: true })),
  ).catch((err: unknown) => log.warn({ err, job: jobId }, "files of simulations could not be removed"));
}

async function countGaps({ store: { simulations } }: Records, jobId: number): Promise<number> {
  const [last] = await simulations.find(
    { job_id: jobId },
    { sort: { index: -1 }, limit: 1 },
    simulationPlace,
  );
  return last === undefined ? 0 : last.index + 1 - (await simulations.count({ job_id: jobId }));
}
