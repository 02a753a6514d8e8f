import type { AuditSubject } from "@understudy/shared/api/audit.ts";
import { jobSummary } from "../models/job.ts";
import { specRecord, specVersionRecord } from "../models/spec.ts";
import type { Store } from "../models/store.ts";
import { userRecord } from "../models/user.ts";
import type { Reference } from "./rule.ts";

const NAME_FIELDS = {
  job: jobSummary.pick({ _id: true, name: true }),
  spec: specRecord.pick({ _id: true, name: true }),
  user: userRecord.pick({ _id: true, name: true }),
  version: specVersionRecord.pick({ _id: true, spec_id: true }),
};

/** Reads the present names of the referenced records; references without a record are left out. */
export async function readNames(store: Store, references: readonly Reference[]): Promise<AuditSubject[]> {
  if (references.length === 0) return [];
  const listIds = (kind: Reference["kind"]) =>
    references.flatMap((reference) => (reference.kind === kind ? [reference.id] : []));
  const those = (ids: number[]) => ({ _id: { $in: ids } });
  const versions = listIds("spec-version");
  const specVersions =
    versions.length === 0 ? [] : await store.specVersions.find(those(versions), {}, NAME_FIELDS.version);
  const specIds = [...listIds("spec"), ...specVersions.flatMap(({ spec_id }) => spec_id ?? [])];
  const [jobIds, userIds] = [listIds("job"), listIds("user")];
  const [jobs, specs, users] = await Promise.all([
    jobIds.length === 0 ? [] : store.jobs.find(those(jobIds), {}, NAME_FIELDS.job),
    specIds.length === 0 ? [] : store.specs.find(those(specIds), {}, NAME_FIELDS.spec),
    userIds.length === 0 ? [] : store.users.find(those(userIds), {}, NAME_FIELDS.user),
  ]);
  const subjects = (kind: AuditSubject["kind"], records: { _id: number; name: string }[]) =>
    records.map(({ _id, name }) => ({ kind, id: _id, name }));
  return [...subjects("job", jobs), ...subjects("spec", specs), ...subjects("user", users)];
}
