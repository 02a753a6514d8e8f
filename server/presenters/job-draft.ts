import type {
  JobDraft,
  JobDraftChange,
  ListedDraft,
  ListedDraftChange,
} from "@understudy/shared/api/job-draft.ts";
import { JOB_DRAFT_LIMITS } from "@understudy/shared/limits.ts";
import type { JobDraftRecord, JobDraftSummary } from "../models/job-draft.ts";
import type { SpecVersionSummary } from "../models/spec.ts";

/** Presents the fields that changed after a revision, to the person who changed them and to everybody else alike. */
export const presentDraftChange = (
  { _id, revision, fields, created_job }: JobDraftRecord,
  since: number,
): JobDraftChange => ({
  ...{ id: _id, revision, created_job, is_deleted: false },
  fields: fields
    .filter((field) => field.revision > since)
    .map((field) => ({ ...field, time: field.time.toISOString() })),
});

/** The revision before the first one: all fields are newer. */
const NO_REVISION = 0;

export const presentDraft = (record: JobDraftRecord): JobDraft => ({
  ...presentDraftChange(record, NO_REVISION),
  spec_version_id: record.spec_version_id,
  search: record.search,
  creator: record.creator,
  expires: record.expires.toISOString(),
});

/** Presents the part of a form in the list that changes, to those who have the list open. */
export const presentListedChange = ({
  _id: id,
  revision,
  name,
  changed_by,
  creator,
  expires,
}: JobDraftSummary): ListedDraftChange => ({
  ...{ id, revision, name, changed_by: changed_by ?? creator },
  changed_time: new Date(expires.getTime() - JOB_DRAFT_LIMITS.keptMs).toISOString(),
});

export const presentListedDraft = (
  summary: JobDraftSummary,
  version: Pick<SpecVersionSummary, "_id" | "name" | "number"> | null,
): ListedDraft => ({
  ...presentListedChange(summary),
  spec_version: version && { id: version._id, name: version.name, number: version.number },
  search: summary.search,
  creator: summary.creator,
});
