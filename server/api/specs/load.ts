import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { notFound, Problem } from "../../core/problem.ts";
import {
  isOfSpec,
  type SpecRecord,
  type SpecVersionInHistory,
  type SpecVersionRecord,
  type SpecVersionScores,
  type SpecVersionSummary,
  specVersionInHistory,
  specVersionScores,
  specVersionSummary,
  type VersionOfSpec,
} from "../../models/spec.ts";
import type { Store } from "../../models/store.ts";
import type { User } from "../../models/user.ts";
import type { Records } from "../../platform/platform.ts";
import { canChangeSpec, canSeeSpecs } from "../../policies/spec.ts";

/** A version of a spec; `spec` is null once it was deleted. */
export type LoadedSpecVersion = { version: SpecVersionRecord; spec: SpecRecord | null };

/**
 * @throws Problem 404 when there is no such version, when this person may not know of it, or when only a deleted spec, or a
 * deleted job's data, had it and no job does.
 */
export async function loadSpecVersion(
  { store }: Records,
  user: User,
  versionId: number,
): Promise<LoadedSpecVersion> {
  const version = canSeeSpecs(user) ? await store.specVersions.findOne({ _id: versionId }) : null;
  if (version === null) throw notFound(MESSAGES.specVersionNotFound);
  const { spec_id } = version;
  const spec = spec_id === null ? null : await store.specs.findOne({ _id: spec_id });
  if (spec === null && !(await isUsedByJobs(store, version))) throw notFound(MESSAGES.specVersionNotFound);
  return { version, spec };
}

/** Tells whether a version outlives its spec: it describes the data of a job, or jobs were created from it. */
const isUsedByJobs = async (
  { jobs }: Pick<Store, "jobs">,
  { _id, data_job_id }: SpecVersionSummary,
): Promise<boolean> =>
  (data_job_id !== null && (await jobs.count({ _id: data_job_id })) > 0) ||
  (await jobs.count({ spec_version_id: _id })) > 0;

/** Finds, by id, those of some versions that `loadSpecVersion` would load for the person. */
export async function findSpecVersions(
  { store }: Records,
  user: User,
  versionIds: readonly number[],
): Promise<Map<number, SpecVersionSummary>> {
  if (!canSeeSpecs(user)) return new Map();
  const versions = await store.specVersions.find({ _id: { $in: [...versionIds] } }, {}, specVersionSummary);
  const specIds = versions.flatMap(({ spec_id }) => (spec_id === null ? [] : [spec_id]));
  const specs = await store.specs.find({ _id: { $in: specIds } });
  const presentSpecs = new Set(specs.map(({ _id }) => _id));
  const entries = await Promise.all(
    versions.map(async (version) => {
      const isOfSpec = version.spec_id !== null && presentSpecs.has(version.spec_id);
      return isOfSpec || (await isUsedByJobs(store, version)) ? ([[version._id, version]] as const) : [];
    }),
  );
  return new Map(entries.flat());
}

/** At most so many versions of a spec are shown. */
const MAX_VERSIONS = 200;

/** A spec with its versions, the newest first. @throws Problem 404 when there is no such spec, or this person may not know of it. */
export async function loadSpec(
  { store }: Records,
  user: User,
  specId: number,
): Promise<{ spec: SpecRecord; latest: SpecVersionScores | null; versions: SpecVersionInHistory[] }> {
  const spec = canSeeSpecs(user) ? await store.specs.findOne({ _id: specId }) : null;
  if (spec === null) throw notFound(MESSAGES.specNotFound);
  const window = { sort: { _id: -1 }, limit: MAX_VERSIONS } as const;
  const versions = await store.specVersions.find({ spec_id: specId }, window, specVersionInHistory);
  const scores = await loadLatestScores(store, [spec]);
  return { spec, latest: scores.get(spec.latest_version_id) ?? null, versions };
}

/** Loads the score functions of the latest version of each spec, by the version's id. */
export async function loadLatestScores(
  { specVersions }: Pick<Store, "specVersions">,
  specs: readonly SpecRecord[],
): Promise<Map<number, SpecVersionScores>> {
  const ids = specs.map(({ latest_version_id }) => latest_version_id);
  const versions = await specVersions.find({ _id: { $in: ids } }, {}, specVersionScores);
  return new Map(versions.map((version) => [version._id, version]));
}

/** A version that the person may put another in the place of. @throws Problem 404 as above, 403 when they may only look. */
export async function loadManagedSpecVersion(
  platform: Records,
  user: User,
  versionId: number,
): Promise<VersionOfSpec> {
  const { version, spec } = await loadSpecVersion(platform, user, versionId);
  if (spec === null || !isOfSpec(version)) throw notFound(MESSAGES.specVersionNotFound);
  if (!canChangeSpec(user, spec)) throw new Problem(403, MESSAGES.notYourSpec);
  return version;
}
