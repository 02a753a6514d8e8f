import { jobDraftRoutes } from "@understudy/shared/api/job-draft.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { changeDraft, createDraft, deleteDraft, limitDraftRate } from "../../commands/jobs/drafts.ts";
import { notFound, Problem } from "../../core/problem.ts";
import type { JobDraftRecord } from "../../models/job-draft.ts";
import type { User } from "../../models/user.ts";
import { canDeleteDraft } from "../../policies/draft.ts";
import { presentDraft, presentDraftChange } from "../../presenters/job-draft.ts";
import { handle, type Web } from "../request/handle.ts";
import { loadSpecVersion } from "../specs/load.ts";

/** Loads a form for somebody who may create its job. @throws Problem 404 */
async function loadDraft(web: Web, user: User, draftId: number): Promise<JobDraftRecord> {
  const draft = await web.store.jobDrafts.findOne({ _id: draftId });
  if (draft === null) throw notFound(MESSAGES.draftNotFound);
  await loadSpecVersion(web, user, draft.spec_version_id);
  return draft;
}

export const jobDraftHandlers = {
  createJobDraft: handle(jobDraftRoutes.createJobDraft, async ({ web, user, params, body }) => {
    const { version } = await loadSpecVersion(web, user, params.spec_version_id);
    await limitDraftRate(web, user);
    const { search, fields: values } = body;
    return presentDraft(await createDraft(web, user, { versionId: version._id, search, values }));
  }),

  getJobDraft: handle(jobDraftRoutes.getJobDraft, async ({ web, user, params }) =>
    presentDraft(await loadDraft(web, user, params.draft_id)),
  ),

  updateJobDraft: handle(jobDraftRoutes.updateJobDraft, async ({ web, user, params, body }) => {
    await loadDraft(web, user, params.draft_id);
    await limitDraftRate(web, user);
    const { fields: values, base } = body;
    const { record, since } = await changeDraft(web, user, params.draft_id, { values, base });
    return presentDraftChange(record, since);
  }),

  deleteJobDraft: handle(jobDraftRoutes.deleteJobDraft, async ({ web, user, params }) => {
    const draft = await loadDraft(web, user, params.draft_id);
    if (!canDeleteDraft(user, draft)) throw new Problem(403, MESSAGES.notYourDraft);
    await deleteDraft(web, draft._id);
    return null;
  }),
};
