import { rm } from "node:fs/promises";
import { join } from "node:path";
import { ABANDONED_UPLOAD_MS } from "@understudy/shared/limits.ts";
import { log } from "../../core/log.ts";
import { oldEntries } from "../../files/old-entries.ts";
import { jobId } from "../../models/job.ts";
import type { Upload } from "../../models/upload.ts";
import type { RecordsAndFiles } from "../../platform/platform.ts";

/** Forgets uploads and removes their bytes; a job that took one over has it under a name of its own. */
export async function removeUploads(
  { store, storage }: RecordsAndFiles,
  uploads: readonly Upload[],
): Promise<void> {
  const ids = uploads.map(({ _id }) => _id);
  await store.uploads.remove({ _id: { $in: ids } });
  await Promise.all(ids.map((id) => rm(storage.uploadPath(id), { force: true })));
}

/**
 * Removes uploads that were not continued for a day, and what a crash or a delete left on the disk: files of no upload
 * and work directories of no job, once they are a day old (younger ones may be about to get their record).
 * @param now by the database's clock, as the times of uploads are
 */
export async function sweepFiles(platform: RecordsAndFiles, now: Date): Promise<void> {
  const { store, storage } = platform;
  const limit = new Date(now.getTime() - ABANDONED_UPLOAD_MS);
  await removeUploads(platform, await store.uploads.find({ last_modified_time: { $lt: limit } }));

  const files = await oldEntries(storage.uploads, limit);
  const uploads = await store.uploads.find({ _id: { $in: files } });
  const recordedIds = new Set(uploads.map(({ _id }) => _id));
  const lostFiles = files.filter((id) => !recordedIds.has(id)).map((id) => join(storage.uploads, id));

  const folders = await oldEntries(storage.workDirs, limit);
  const jobs = await store.jobs.find({ _id: { $in: folders.map(Number) } }, {}, jobId);
  const jobFolders = new Set(jobs.map(({ _id }) => String(_id)));
  const lostFolders = folders
    .filter((name) => !jobFolders.has(name))
    .map((name) => join(storage.workDirs, name));

  for (const path of [...lostFiles, ...lostFolders]) {
    log.info({ path }, "removing what belongs to nothing");
    await rm(path, { recursive: true, force: true });
  }
}
