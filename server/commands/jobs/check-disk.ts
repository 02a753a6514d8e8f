import { removeUnfinishedDrafts } from "@understudy/engine/dataset/storage/dataset-writer.ts";
import { DISK_FAULT_TEXTS } from "@understudy/engine/dataset/storage/disk-faults.ts";
import type { Work } from "@understudy/engine/runner/contract/claim.ts";
import { findDiskFault } from "../../files/disk-state.ts";
import type { LiveRecordsAndFiles } from "../../platform/platform.ts";

/** See `checkDisk` in engine/runner/contract/ports.ts. Only the runner that has taken the work may call it. */
export async function checkDisk(
  { store, storage, publish }: LiveRecordsAndFiles,
  { jobId, ticket }: Pick<Work, "jobId" | "ticket">,
): Promise<string | null> {
  const fault = await freeDisk(storage, jobId);
  if (fault === null) return null;
  const progress_text = `${fault} The job goes on by itself once files can be stored again.`;
  const job = await store.jobs.update({ _id: jobId, "work.ticket": ticket }, { progress_text });
  if (job !== null) {
    publish.progress({
      ...{ job_id: jobId, progress_percentage: job.progress_percentage ?? 0, progress_text },
      ...{ simulation_counts: null, best_score: null },
    });
  }
  return fault;
}

/** @returns the fault of the disk once what the job has left unfinished takes no room any more */
async function freeDisk(storage: LiveRecordsAndFiles["storage"], jobId: number): Promise<string | null> {
  const fault = await findDiskFault(storage);
  // On a disk that does not answer a removal would never end.
  if (fault === null || fault === DISK_FAULT_TEXTS.silent) return fault;
  // A job whose folder does not exist has left nothing in it.
  await removeUnfinishedDrafts(storage.workDir(jobId)).catch(() => undefined);
  return await findDiskFault(storage);
}
