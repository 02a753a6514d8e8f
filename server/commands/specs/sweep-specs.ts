import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { log } from "../../core/log.ts";
import { oldEntries } from "../../files/old-entries.ts";
import { specVersionSummary } from "../../models/spec.ts";
import type { RecordsAndFiles } from "../../platform/platform.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Removes versions of deleted specs, and of the data of deleted jobs, that no job uses, versions that never became one (their process died before they
 * had their place), and what lies on the disk without a record. Young ones may be about to get theirs.
 */
export async function sweepSpecs(platform: RecordsAndFiles, now: Date): Promise<void> {
  const { store, storage } = platform;
  const specs = new Map((await store.specs.find({})).map((spec) => [spec._id, spec.latest_version_id]));
  const versions = await store.specVersions.find({}, {}, specVersionSummary);
  for (const { _id, spec_id, data_job_id, creation_time, deleted_time } of versions) {
    const latest = specs.get(spec_id ?? 0);
    if (latest !== undefined && _id <= latest) continue;
    if (data_job_id !== null && (await store.jobs.count({ _id: data_job_id })) > 0) continue;
    const since = deleted_time === null ? creation_time.getTime() + DAY_MS : deleted_time.getTime() + HOUR_MS;
    if (since > now.getTime() || (await store.jobs.count({ spec_version_id: _id })) > 0) continue;
    log.info({ spec: spec_id, version: _id }, "removing a version that nothing uses");
    await store.specVersions.remove({ _id });
    if (spec_id !== null) await rm(storage.specVersionDir(spec_id, _id), { recursive: true, force: true });
  }
  const limit = new Date(now.getTime() - DAY_MS);
  const lost = inFolder(storage.staging, await oldEntries(storage.staging, limit));
  for (const specId of await oldEntries(storage.specs, limit)) {
    const folder = join(storage.specs, specId);
    const left = await readdir(folder);
    if (left.length === 0) lost.push(folder);
    const versionIds = versions
      .filter(({ spec_id }) => String(spec_id) === specId)
      .map(({ _id }) => String(_id));
    lost.push(
      ...inFolder(folder, await oldEntries(folder, limit)).filter(
        (path) => !versionIds.includes(basename(path)),
      ),
    );
  }
  for (const path of lost) {
    log.info({ path }, "removing what belongs to nothing");
    await rm(path, { recursive: true, force: true });
  }
}

const inFolder = (folder: string, names: readonly string[]): string[] =>
  names.map((name) => join(folder, name));
