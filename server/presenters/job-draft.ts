import type { JobDraft, JobDraftChange } from "@understudy/shared/api/job-draft.ts";
import type { JobDraftRecord } from "../models/job-draft.ts";

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
