/** Removes exports, with their files, that are of no use any more. */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { EXPORT_LIMITS } from "@understudy/shared/limits.ts";
import { log } from "../core/log.ts";
import type { EmulatorExportRecord } from "../models/emulator-export.ts";
import type { LiveRecordsAndFiles } from "../platform/platform.ts";

/** Whoever makes one of them notices with the next renewal of the lease. */
export async function removeExports(
  { store, storage, publish }: LiveRecordsAndFiles,
  records: readonly EmulatorExportRecord[],
): Promise<void> {
  if (records.length === 0) return;
  await store.emulatorExports.remove({ _id: { $in: records.map(({ _id }) => _id) } });
  for (const { job_id, key } of records) {
    publish.exportRemoved(job_id, key);
    await rm(storage.exportDir(job_id, key), { recursive: true, force: true }).catch((err: unknown) =>
      log.warn({ err, job_id, key }, "the files of an export could not be removed"),
    );
  }
}

/** Those of earlier emulators, once a job has another one. @param emulatorFile of the present one */
export async function removeEarlierExports(
  platform: LiveRecordsAndFiles,
  jobId: number,
  emulatorFile: string | null,
): Promise<void> {
  const all = await platform.store.emulatorExports.find({ job_id: jobId });
  await removeExports(
    platform,
    all.filter((record) => record.emulator_file !== emulatorFile),
  );
}

/** Folders of a job's exports that a process left behind which was killed while it wrote them. */
async function removeLeftOvers({ store, storage }: LiveRecordsAndFiles, jobId: number): Promise<void> {
  const records = await store.emulatorExports.find({ job_id: jobId });
  const names = await readdir(storage.exportsDir(jobId)).catch(() => []);
  const recordedNames = new Set(records.flatMap(({ key, token }) => [key, `.${key}.${token}`]));
  const paths = names
    .filter((name) => !recordedNames.has(name))
    .map((name) => join(storage.exportsDir(jobId), name));
  await Promise.all(paths.map((path) => rm(path, { recursive: true, force: true })));
}

/** The least recently used beyond what is kept of one job, and what was left behind. */
export async function removeUnusedExports(platform: LiveRecordsAndFiles, jobId: number): Promise<void> {
  const latestFirst = await platform.store.emulatorExports.find(
    { job_id: jobId, state: { $in: ["complete", "failed"] } },
    { sort: { used_time: -1 } },
  );
  let bytes = 0;
  const unused = latestFirst.filter(({ made }, at) => {
    bytes += (made?.size_bytes ?? 0) + (made?.model_bytes ?? 0);
    return at > 0 && (at >= EXPORT_LIMITS.keptPerJob || bytes > EXPORT_LIMITS.keptBytes);
  });
  await removeExports(platform, unused);
  await removeLeftOvers(platform, jobId);
}
