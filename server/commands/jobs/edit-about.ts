import type { JobEdit } from "@understudy/shared/api/job-edit.ts";
import { formatFieldValue } from "@understudy/shared/job-config/config-fields.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { Problem } from "../../core/problem.ts";
import { findUnseenFields } from "../../core/unseen-fields.ts";
import type { JobRecord } from "../../models/job.ts";
import type { LiveRecords, Records } from "../../platform/platform.ts";
import { changeJob } from "./change-job.ts";

const ABOUT_FIELDS = ["name", "description"] as const;
type AboutField = (typeof ABOUT_FIELDS)[number];
type About = Pick<JobRecord, AboutField>;

/** The refusal of an edit shows so many characters of a longer description. */
const MAX_SHOWN_LENGTH = 300;

/**
 * Changes a job's name or description.
 * @param job as it was loaded
 * @throws Problem 404, and 409 where a field that is to change is another than the edit is based on
 */
export async function editAbout(
  platform: LiveRecords,
  job: Pick<JobRecord, "_id" | AboutField>,
  edit: JobEdit,
): Promise<JobRecord> {
  const editor = findUnseen(job, edit) === null ? null : await findLastEditor(platform, job._id);
  return await changeJob(platform, job._id, (current) => {
    const unseen = findUnseen(current, edit);
    if (unseen !== null) {
      const text = MESSAGES.aboutChanged(
        editor ?? MESSAGES.somebody,
        unseen,
        formatFieldValue(current[unseen], MAX_SHOWN_LENGTH),
      );
      throw new Problem(409, text, { errors: { [unseen]: [text] } });
    }
    return { name: edit.name ?? current.name, description: edit.description ?? current.description };
  });
}

/** Finds a field that somebody else has changed since it was read. */
function findUnseen(current: About, { base, ...edit }: JobEdit): AboutField | null {
  const [unseen = null] = findUnseenFields(ABOUT_FIELDS, { current, edit, base });
  return unseen;
}

/** Finds the name of the person who edited a job's name or description last, in the audit journal. */
async function findLastEditor({ store }: Records, jobId: number): Promise<string | null> {
  const filter = { keys: `job ${jobId}`, action: "job-edited" } as const;
  const [entry] = await store.audit.find(filter, { sort: { _id: -1 }, limit: 1 });
  return entry?.user?.name ?? null;
}
