import { isForRestricted } from "@understudy/shared/api/comment.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { notFound, Problem } from "../../core/problem.ts";
import type { CommentRecord, StoredThread } from "../../models/comment.ts";
import type { JobRecord } from "../../models/job.ts";
import type { User } from "../../models/user.ts";
import type { LiveRecords } from "../../platform/platform.ts";
import { canDeleteComment, canResolveThread, canShareThread } from "../../policies/comment.ts";
import { removeCommentNotifications } from "../notifications/list.ts";
import { announceComment, findComment, keepThread } from "./comment-threads.ts";

/** The number of times that a change is applied again on top of a conflicting one. */
const MAX_ATTEMPTS = 5;
/** A deleted comment is known so much longer: one that its author's page sends again is not stored anew. */
const DELETED_MS = 7 * 24 * 60 * 60 * 1000;

/** One of the two. */
export type ThreadChange = {
  readonly is_resolved?: boolean | undefined;
  readonly is_shown_to_restricted?: boolean | undefined;
};

/**
 * Resolves or reopens a thread, or decides whether restricted people see it. What is so already stays so.
 * @param commentId any comment of the thread
 * @returns the first comment of the thread
 * @throws Problem 403, 404, and 409 for a thread that is not about the emulator, when others keep changing it
 */
export async function changeThread(
  platform: LiveRecords,
  user: User,
  job: JobRecord,
  commentId: number,
  change: ThreadChange,
): Promise<{ start: CommentRecord; isChanged: boolean }> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { start } = await findComment(platform, user, job, commentId);
    const { thread } = start;
    if (thread === null || start.expires !== null) throw notFound(MESSAGES.commentNotFound);
    checkThreadChange(user, job, start, change);
    const next = applyChange(user, thread, change);
    if (next === null) return { start, isChanged: false };
    const changed = await platform.store.comments.update(
      // A reply that was begun meanwhile would be lost from the count.
      { _id: start._id, revision: start.revision, "thread.replies": thread.replies },
      { thread: next, revision: start.revision + 1 },
    );
    if (changed === null) continue;
    const wasShown = thread.is_shown_to_restricted;
    await announceComment(platform, changed, wasShown ? start : changed);
    return { start: changed, isChanged: true };
  }
  throw new Problem(409, MESSAGES.commentChangedMeanwhile);
}

function checkThreadChange(user: User, job: JobRecord, start: CommentRecord, change: ThreadChange): void {
  const { is_resolved, is_shown_to_restricted: isShown } = change;
  if (is_resolved !== undefined && !canResolveThread(user, start))
    throw new Problem(403, MESSAGES.threadNotYours);
  if (isShown === undefined) return;
  if (!canShareThread(user, job, start)) throw new Problem(403, MESSAGES.threadNotYoursToShare);
  if (isShown && start.thread !== null && !isForRestricted(start.thread))
    throw new Problem(409, MESSAGES.threadNotShareable);
}

/** @returns null: nothing changes */
function applyChange(user: User, thread: StoredThread, change: ThreadChange): StoredThread | null {
  const { is_resolved = thread.resolved !== null } = change;
  const { is_shown_to_restricted = thread.is_shown_to_restricted } = change;
  const isSame =
    is_resolved === (thread.resolved !== null) && is_shown_to_restricted === thread.is_shown_to_restricted;
  if (isSame) return null;
  const resolved = thread.resolved ?? { by: { id: user._id, name: user.name }, time: new Date() };
  return { ...thread, resolved: is_resolved ? resolved : null, is_shown_to_restricted };
}

/**
 * Deletes a comment: its text goes, and its place stays while other comments of the thread do. One that is deleted stays so.
 * @throws Problem 403, 404
 */
export async function deleteComment(
  platform: LiveRecords,
  user: User,
  job: JobRecord,
  commentId: number,
): Promise<CommentRecord> {
  const { comments } = platform.store;
  const { comment, start } = await findComment(platform, user, job, commentId);
  if (!canDeleteComment(user, job, comment)) throw new Problem(403, MESSAGES.commentNotDeletable);
  const expires = new Date(Date.now() + DELETED_MS);
  const deleted = await comments.update(
    { _id: commentId, is_deleted: false },
    {
      ...{ is_deleted: true, text: "", mentions: [], notice: null },
      ...(comment.thread === null && { expires }),
    },
    { $inc: { revision: 1 } },
  );
  await removeCommentNotifications(platform, job._id, [commentId]);
  const remaining = { job_id: job._id, thread_id: start._id, is_deleted: false };
  if ((await comments.count(remaining)) === 0) {
    const isUnchanged = { _id: start._id, "thread.replies": start.thread?.replies ?? 0, is_deleted: true };
    await comments.updateAll(isUnchanged, { expires });
    // A reply that was begun before this deletion may have been stored since the count.
    if ((await comments.count(remaining)) > 0) await keepThread(platform, start._id);
  }
  const last = deleted ?? comment;
  await announceComment(platform, last, start);
  return last;
}
