import { rm } from "node:fs/promises";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { Problem } from "../../core/problem.ts";
import type { SpecRecord, VersionOfSpec } from "../../models/spec.ts";
import type { User } from "../../models/user.ts";
import type { LiveRecordsAndFiles, RecordsAndFiles } from "../../platform/platform.ts";
import type { Draft } from "./draft-spec-version.ts";

type Place = { specId: number; number: number; fromTemplate: string | null };

/** Gives a draft its place and its record: files first, so that a record always has them. */
async function insertVersion(
  { store, storage }: RecordsAndFiles,
  user: User,
  { staged, manifest, demo_problem }: Draft,
  { specId, number, fromTemplate }: Place,
): Promise<VersionOfSpec> {
  const _id = await store.nextId("spec_versions");
  await staged.moveTo(storage.specVersionDir(specId, _id));
  const version = {
    _id,
    spec_id: specId,
    data_job_id: null,
    number,
    name: manifest.verbose_name,
    description: manifest.help_text,
    creator: { id: user._id, name: user.name },
    creation_time: new Date(),
    deleted_time: null,
    from_template: fromTemplate,
    manifest,
    demo_problem,
    files: staged.files(),
  } satisfies VersionOfSpec;
  await store.specVersions.insert(version);
  return version;
}

/** Makes a draft the first version of a new spec. */
export async function storeNewSpec(
  platform: LiveRecordsAndFiles,
  user: User,
  draft: Draft,
  fromTemplate: string | null,
): Promise<VersionOfSpec> {
  const { store, publish } = platform;
  const specId = await store.nextId("specs");
  const version = await insertVersion(platform, user, draft, { specId, number: 1, fromTemplate });
  await store.specs.insert({
    _id: specId,
    name: version.name,
    creator: version.creator,
    creation_time: version.creation_time,
    last_modified_time: version.creation_time,
    latest_version_id: version._id,
  });
  publish.specsChanged();
  return version;
}

/**
 * Makes a draft the version that follows `source`.
 * @throws Problem 409 when another one already does: no edit is lost silently.
 */
export async function storeNextVersion(
  platform: LiveRecordsAndFiles,
  user: User,
  draft: Draft,
  source: VersionOfSpec,
): Promise<VersionOfSpec> {
  const { store, storage, publish } = platform;
  const place = {
    specId: source.spec_id,
    number: source.number + 1,
    fromTemplate: source.from_template,
  };
  const version = await insertVersion(platform, user, draft, place);
  const spec: SpecRecord | null = await store.specs.update(
    { _id: source.spec_id, latest_version_id: source._id },
    { latest_version_id: version._id, name: version.name, last_modified_time: version.creation_time },
  );
  if (spec === null) {
    await store.specVersions.remove({ _id: version._id });
    await rm(storage.specVersionDir(source.spec_id, version._id), { recursive: true, force: true });
    throw new Problem(409, MESSAGES.specChangedMeanwhile);
  }
  publish.specsChanged();
  return version;
}
