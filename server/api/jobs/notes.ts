import { jobNotesRoutes } from "@understudy/shared/api/job-notes.ts";
import { recordAudit } from "../../audit/record.ts";
import {
  appendToNotes,
  beginsSession,
  limitNotesRate,
  presentNotes,
  readNotes,
  updateNotes,
} from "../../commands/jobs/notes.ts";
import type { JobRecord } from "../../models/job.ts";
import type { User } from "../../models/user.ts";
import { handle, type Web } from "../request/handle.ts";
import { loadJob, loadManagedJob } from "./load.ts";

/** Records an edit, once while the person goes on editing. */
async function auditEdit(web: Web, user: User, job: JobRecord, isByToken: boolean): Promise<void> {
  if (!(await beginsSession(web, user, job._id))) return;
  const subjects = [{ kind: "job", id: job._id, name: job.name }] as const;
  await recordAudit(web, user, [{ action: "notes-edited", subjects }], isByToken);
}

export const notesHandlers = {
  getJobNotes: handle(jobNotesRoutes.getJobNotes, async ({ web, user, params }) => {
    const { job } = await loadJob(web, user, params.job_id);
    return await readNotes(web, job);
  }),

  updateJobNotes: handle(jobNotesRoutes.updateJobNotes, async ({ web, user, session, params, body }) => {
    const { job } = await loadManagedJob(web, user, params.job_id);
    await limitNotesRate(web, user);
    const { record } = await updateNotes(web, job, body.update);
    await auditEdit(web, user, job, session === null);
    return { revision: record.revision };
  }),

  appendToJobNotes: handle(jobNotesRoutes.appendToJobNotes, async ({ web, user, session, params, body }) => {
    const { job } = await loadManagedJob(web, user, params.job_id);
    await limitNotesRate(web, user);
    // Later edits change the same document.
    const answer = presentNotes(await appendToNotes(web, user, job, body));
    await auditEdit(web, user, job, session === null);
    return answer;
  }),
};
