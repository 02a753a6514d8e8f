import type { AuditSubject } from "@understudy/shared/api/audit.ts";
import { jobSummary } from "../models/job.ts";
import { specRecord } from "../models/spec.ts";
import { specVersionRecord } from "../models/spec-version.ts";
import type { Store } from "../models/store.ts";
import { userRecord } from "../models/user.ts";
import type { Reference } from "./rule.ts";

const NAMED = {
  job: jobSummary.pick({ _id: true, name: true }),
  spec: specRecord.pick({ _id: true, name: true }),
  user: userRecord.pick({ _id: true, name: true }),
  version: specVersionRecord.pick({ _id: true, spec_id: true }),
};

/** What the references name, as it is called now; what does not exist is left out. */
export async function namesOf(store: Store, references: readonly Reference[]): Promise<AuditSubject[]> {
  if (references.length === 0) return [];
  const idsOf = (kind: Reference["kind"]) => references.flatMap((one) => (one.kind === kind ? [one.id] : []));
  const those = (ids: number[]) => ({ _id: { $in: ids } });
  const versions = idsOf("spec-version");
  const found =
    versions.length === 0 ? [] : await store.specVersions.find(those(versions), {}, NAMED.version);
  const specIds = [...idsOf("spec"), ...found.flatMap(({ spec_id }) => spec_id ?? [])];
  const [jobIds, userIds] = [idsOf("job"), idsOf("user")];
  const [jobs, specs, users] = await Promise.all([
    jobIds.length === 0 ? [] : store.jobs.find(those(jobIds), {}, NAMED.job),
    specIds.length === 0 ? [] : store.specs.find(those(specIds), {}, NAMED.spec),
    userIds.length === 0 ? [] : store.users.find(those(userIds), {}, NAMED.user),
  ]);
  const subjects = (kind: AuditSubject["kind"], records: { _id: number; name: string }[]) =>
    records.map(({ _id, name }) => ({ kind, id: _id, name }));
  return [...subjects("job", jobs), ...subjects("spec", specs), ...subjects("user", users)];
}
