import { specFingerprint } from "@understudy/engine/specs/fingerprint.ts";
import { scoreFunctionOptions } from "@understudy/engine/specs/score-functions.ts";
import type { Spec, SpecDetail, SpecVersion } from "@understudy/shared/api/spec.ts";
import { OBJECTIVE_TRAITS, objective } from "@understudy/shared/domain/objectives.ts";
import { scoreFunctionsFor } from "@understudy/shared/spec-job/check-spec-job.ts";
import type {
  SpecRecord,
  SpecVersionInHistory,
  SpecVersionRecord,
  SpecVersionScores,
} from "../models/spec.ts";
import type { Person } from "../policies/job.ts";
import { canChangeSpec } from "../policies/spec.ts";

/** The objectives that need no score, and those that one of the score functions allows; none where the version is missing. */
function listObjectives(latest: SpecVersionScores | null): Spec["objectives"] {
  if (latest === null) return [];
  const scores = { score_function_options: scoreFunctionOptions(latest.manifest) };
  return objective.options.filter(
    (name) => !OBJECTIVE_TRAITS[name].hasScore || scoreFunctionsFor(scores, name).length > 0,
  );
}

/**
 * A row of the spec list.
 * @param latest its latest version
 */
export function presentSpec(spec: SpecRecord, latest: SpecVersionScores | null, person: Person): Spec {
  const isOwn = canChangeSpec(person, spec);
  return {
    id: spec._id,
    name: spec.name,
    creator: { name: spec.creator.name },
    download_zip_href: `/static/specs/${spec._id}/${spec.latest_version_id}.zip`,
    latest_version_id: spec.latest_version_id,
    objectives: listObjectives(latest),
    can_be_changed: isOwn,
    can_be_deleted: isOwn,
  };
}

/**
 * @param latest its latest version
 * @param versions of this spec, the newest first
 */
export function presentSpecDetail(
  spec: SpecRecord,
  latest: SpecVersionScores | null,
  versions: readonly SpecVersionInHistory[],
  person: Person,
): SpecDetail {
  return {
    ...presentSpec(spec, latest, person),
    description: versions[0]?.description ?? "",
    demo_problem: versions[0]?.demo_problem ?? null,
    versions: versions.map(({ _id, number, name, creator, creation_time }) => ({
      id: _id,
      number,
      name,
      creator: { name: creator.name },
      creation_time: creation_time.toISOString(),
    })),
  };
}

/** A version of a spec; `spec` is null once it was deleted. */
export function presentSpecVersion(
  version: SpecVersionRecord,
  spec: SpecRecord | null,
  person: Person,
): SpecVersion {
  const { variables, variable_groups, coordinates, outputs, score_functions, graphs, run } = version.manifest;
  return {
    id: version._id,
    spec_id: version.spec_id,
    data_job_id: version.data_job_id,
    number: version.number,
    name: version.name,
    description: version.description,
    from_template: version.from_template,
    variables,
    variable_groups,
    coordinates,
    outputs,
    score_functions,
    graphs,
    run,
    score_function_options: scoreFunctionOptions(version.manifest),
    files: version.files.map(({ path, size }) => ({ path, size })),
    fingerprint: specFingerprint(version.manifest, version.files),
    demo_problem: version.demo_problem,
    latest_version_id: version.data_job_id === null ? (spec?.latest_version_id ?? null) : version._id,
    can_be_changed: spec !== null && canChangeSpec(person, spec),
  };
}
