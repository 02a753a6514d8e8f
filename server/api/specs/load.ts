import { MESSAGES } from "@understudy/shared/messages.ts";
import type { SpecRecord } from "../../models/spec.ts";
import {
  type SpecVersionInHistory,
  type SpecVersionRecord,
  specVersionInHistory,
} from "../../models/spec-version.ts";
import type { User } from "../../models/user.ts";
import type { Platform } from "../../platform.ts";
import { canChangeSpec, canSeeSpecs } from "../../policies/spec.ts";
import { notFound, Problem } from "../../problem.ts";

/** A version of a spec; `spec` is null once it was deleted. */
export type LoadedSpecVersion = { version: SpecVersionRecord; spec: SpecRecord | null };

/** @throws Problem 404 when there is no such version, when this person may not know of it, or when only a deleted spec had it and no job does. */
export async function loadSpecVersion(
  { store }: Pick<Platform, "store">,
  user: User,
  versionId: number,
): Promise<LoadedSpecVersion> {
  const version = canSeeSpecs(user) ? await store.specVersions.findOne({ _id: versionId }) : null;
  if (version === null) throw notFound(MESSAGES.specVersionNotFound);
  const spec = await store.specs.findOne({ _id: version.spec_id });
  if (spec === null && (await store.jobs.count({ spec_version_id: versionId })) === 0) {
    throw notFound(MESSAGES.specVersionNotFound);
  }
  return { version, spec };
}

/** At most so many versions of a spec are shown. */
const MAX_VERSIONS = 200;

/** A spec with its versions, the newest first. @throws Problem 404 when there is no such spec, or this person may not know of it. */
export async function loadSpec(
  { store }: Pick<Platform, "store">,
  user: User,
  specId: number,
): Promise<{ spec: SpecRecord; versions: SpecVersionInHistory[] }> {
  const spec = canSeeSpecs(user) ? await store.specs.findOne({ _id: specId }) : null;
  if (spec === null) throw notFound(MESSAGES.specNotFound);
  const window = { sort: { _id: -1 }, limit: MAX_VERSIONS } as const;
  return { spec, versions: await store.specVersions.find({ spec_id: specId }, window, specVersionInHistory) };
}

/** A version that the person may put another in the place of. @throws Problem 404 as above, 403 when they may only look. */
export async function loadManagedSpecVersion(
  platform: Platform,
  user: User,
  versionId: number,
): Promise<SpecVersionRecord> {
  const { version, spec } = await loadSpecVersion(platform, user, versionId);
  if (spec === null) throw notFound(MESSAGES.specVersionNotFound);
  if (!canChangeSpec(user, spec)) throw new Problem(403, MESSAGES.notYourSpec);
  return version;
}
