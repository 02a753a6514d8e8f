import { jobDraftRoutes } from "@understudy/shared/api/job-draft.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import {
  changeDraft,
  createDraft,
  deleteDraft,
  limitDraftRate,
  listDrafts,
} from "../../commands/jobs/drafts.ts";
import { notFound, Problem } from "../../core/problem.ts";
import type { JobDraftRecord } from "../../models/job-draft.ts";
import type { User } from "../../models/user.ts";
import { canDeleteDraft } from "../../policies/draft.ts";
import { presentDraft, presentDraftChange, presentListedDraft } from "../../presenters/job-draft.ts";
import { handle, type Web } from "../request/handle.ts";
import { findSpecVersions, loadSpecVersion } from "../specs/load.ts";

/** Loads a form for somebody who may create its job. @throws Problem 404 */
async function loadDraft(web: Web, user: User, draftId: number): Promise<JobDraftRecord> {
  const draft = await web.store.jobDrafts.findOne({ _id: draftId });
  if (draft === null) throw notFound(MESSAGES.draftNotFound);
  await checkVersion(web, user, draft.spec_version_id);
  return draft;
}

/** All full users make jobs from files. @throws Problem 404 where the person cannot create jobs of the spec version */
async function checkVersion(web: Web, user: User, versionId: number | null): Promise<void> {
  if (versionId !== null) await loadSpecVersion(web, user, versionId);
}

export const jobDraftHandlers = {
  createJobDraft: handle(jobDraftRoutes.createJobDraft, async ({ web, user, body }) => {
    const { spec_version_id: versionId, search, fields: values } = body;
    await checkVersion(web, user, versionId);
    await limitDraftRate(web, user);
    return presentDraft(await createDraft(web, user, { versionId, search, values }));
  }),

  listJobDrafts: handle(jobDraftRoutes.listJobDrafts, async ({ web, user }) => {
    const { drafts, furtherCount } = await listDrafts(web);
    const versionIds = drafts.flatMap(({ spec_version_id: id }) => (id === null ? [] : [id]));
    const versions = await findSpecVersions(web, user, versionIds);
    const items = drafts.flatMap((draft) => {
      const { spec_version_id: id } = draft;
      const version = id === null ? null : versions.get(id);
      return version === undefined ? [] : [presentListedDraft(draft, version)];
    });
    return { items, further_count: furtherCount };
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
