/**
 * People are notified of comments that mention them. The comment and the notice of it are one write, so that a process that
 * dies in between leaves a notice that `resumeMentions` finds: what was stored or queued stays one.
 */
import { log } from "../../core/log.ts";
import type { CommentRecord } from "../../models/comment.ts";
import { canSeeThread } from "../../policies/comment.ts";
import {
  excerptComment,
  removeCommentNotifications,
  updateCommentNotifications,
} from "../notifications/list.ts";
import { type NotifyPlatform, sendNotification } from "../notifications/notify.ts";
import { recipient } from "../notifications/settings.ts";

/** A notice that is older was left by a process that died. */
const LEFT_BEHIND_MS = 30_000;
const RESUMED_AT_ONCE = 100;

/** Notifies the people whom the comment's notice names, wherever they chose, if they may see the comment. */
export async function notifyMentioned(
  platform: NotifyPlatform,
  { _id }: Pick<CommentRecord, "_id">,
): Promise<void> {
  const { store } = platform;
  const comment = await store.comments.findOne({ _id });
  if (comment === null || comment.notice === null) return;
  const { notice, job_id, thread_id } = comment;
  const [job, start] = await Promise.all([
    store.jobs.findOne({ _id: job_id }),
    store.comments.findOne({ _id: thread_id }),
  ]);
  for (const userId of notice.user_ids) {
    const user = await recipient(platform, userId);
    if (user === null || job === null || start === null || !canSeeThread(user, job, start)) continue;
    await sendNotification(platform, {
      // However often a comment is edited, it notifies a person once.
      _id: `comment-${_id}-${userId}`,
      ...{ user_id: userId, kind: "mentioned", job_id, job_name: job.name, status: job.status, error: null },
      comment: excerptComment(comment),
      ...{ creation_time: notice.time, read: false },
    });
  }
  await store.comments.updateAll({ _id, "notice.time": notice.time }, { notice: null });
  // An edit or a deletion in the meantime did not find the notifications.
  const current = await store.comments.findOne({ _id });
  if (current === null || current.is_deleted) await removeCommentNotifications(platform, job_id, [_id]);
  else if (current.text_revision > comment.text_revision) await updateCommentNotifications(platform, current);
}

/** As `notifyMentioned`, in the background: what fails is done by `resumeMentions`. */
export function notifyMentionedSoon(platform: NotifyPlatform, comment: CommentRecord): void {
  if (comment.notice === null) return;
  notifyMentioned(platform, comment).catch((err: unknown) =>
    log.warn({ err, comment: comment._id }, "a mention is notified of later"),
  );
}

/** Sends what processes that died have left. */
export async function resumeMentions(platform: NotifyPlatform, leftBehindMs = LEFT_BEHIND_MS): Promise<void> {
  const left = { "notice.time": { $lte: new Date(Date.now() - leftBehindMs) } };
  for (const comment of await platform.store.comments.find(left, { limit: RESUMED_AT_ONCE })) {
    await notifyMentioned(platform, comment);
  }
}
