import type { AuditAction } from "@understudy/shared/api/audit.ts";
import { commentRoutes } from "@understudy/shared/api/comment.ts";
import { jobView } from "@understudy/shared/api/job-view.ts";
import { MAX_PROPOSED_PEOPLE } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { recordAudit } from "../../audit/record.ts";
import { changeThread, deleteComment, type ThreadChange } from "../../commands/jobs/change-thread.ts";
import {
  checkCommenter,
  countOpenThreads,
  filterVisible,
  findComment,
} from "../../commands/jobs/comment-threads.ts";
import { addComment, editComment } from "../../commands/jobs/write-comment.ts";
import { notFound } from "../../core/problem.ts";
import type { User } from "../../models/user.ts";
import { presentComment } from "../../presenters/comment.ts";
import { handle, type Web } from "../request/handle.ts";
import { parseSearch } from "../request/search-text.ts";
import { loadJob } from "./load.ts";

/** A job that the person may comment on. @throws Problem 404 */
async function loadCommented(reads: Pick<Web, "sharedReads">, user: User, jobId: number) {
  const { job } = await loadJob(reads, user, jobId);
  checkCommenter(user, job);
  return job;
}

function chooseThreadAction({ is_resolved, is_shown_to_restricted }: ThreadChange): AuditAction {
  if (is_resolved !== undefined) return is_resolved ? "comment-resolved" : "comment-reopened";
  return is_shown_to_restricted === true ? "comment-shown" : "comment-hidden";
}

export const commentHandlers = {
  listComments: handle(commentRoutes.listComments, async ({ web, user, params }) => {
    const job = await loadCommented(web, user, params.job_id);
    const comments = filterVisible(user, job, await web.sharedReads.readComments(job._id));
    const openCount = comments.filter(({ thread }) => thread?.resolved === null).length;
    // A process that died between a comment and its count has left an old one.
    if (!user.restricted && openCount !== job.open_comments) await countOpenThreads(web, job._id);
    return { items: comments.map(presentComment) };
  }),

  createComment: handle(commentRoutes.createComment, async ({ web, user, session, params, body }) => {
    const job = await loadCommented(web, user, params.job_id);
    const { comment, isNew } = await addComment(web, user, job, body);
    const subjects = [{ kind: "job", id: job._id, name: job.name }] as const;
    const detail = comment.thread === null ? "reply" : "";
    if (isNew)
      await recordAudit(web, user, [{ action: "comment-added", subjects, detail }], session === null);
    return presentComment(comment);
  }),

  updateComment: handle(commentRoutes.updateComment, async ({ web, user, params, body }) => {
    const job = await loadCommented(web, user, params.job_id);
    return presentComment(await editComment(web, user, job, { id: params.comment_id, ...body }));
  }),

  updateCommentThread: handle(
    commentRoutes.updateCommentThread,
    async ({ web, user, session, params, body }) => {
      const job = await loadCommented(web, user, params.job_id);
      const { start, isChanged } = await changeThread(web, user, job, params.comment_id, body);
      const subjects = [{ kind: "job", id: job._id, name: job.name }] as const;
      const event = { action: chooseThreadAction(body), subjects };
      if (isChanged) await recordAudit(web, user, [event], session === null);
      return presentComment(start);
    },
  ),

  deleteComment: handle(commentRoutes.deleteComment, async ({ web, user, params }) => {
    const job = await loadCommented(web, user, params.job_id);
    return presentComment(await deleteComment(web, user, job, params.comment_id));
  }),

  getCommentView: handle(commentRoutes.getCommentView, async ({ web, user, params }) => {
    const job = await loadCommented(web, user, params.job_id);
    const { start } = await findComment(web, user, job, params.comment_id);
    const { _id: thread_id, view, thread } = start;
    if (thread === null) throw notFound(MESSAGES.commentNotFound);
    return { thread_id, anchor: thread.anchor, view: view === null ? null : jobView.parse(JSON.parse(view)) };
  }),

  listMentionable: handle(commentRoutes.listMentionable, async ({ web, user, params, query }) => {
    await loadJob(web, user, params.job_id);
    const search = parseSearch(query.filter);
    const people = await web.store.users.find(
      { restricted: false, active: { $ne: false }, ...(search !== null && { name: search.anywhere }) },
      { sort: { name: 1, _id: 1 }, naturally: true, limit: MAX_PROPOSED_PEOPLE },
    );
    return { items: people.map(({ _id, name }) => ({ id: _id, name })) };
  }),
};
