/**
 * People are notified of comments that mention them. The comment and the notice of it are one write, so that a process that
 * dies in between leaves a notice that `resumeMentions` finds: what was stored or queued stays one.
 */
import { log } from "../../log.ts";
import type { CommentRecord } from "../../models/comment.ts";
import { canSeeThread } from "../../policies/comment.ts";
import { type NotifyPlatform, sendNotification } from "../notifications/notify.ts";
import { recipient } from "../notifications/settings.ts";

/** A notification shows the beginning of a comment. */
const MAX_EXCERPT_LENGTH = 300;
/** A notice that is older was left by a process that died. */
const LEFT_BEHIND_MS = 30_000;
const RESUMED_AT_ONCE = 100;

/** Notifies the people whom the comment's notice names, wherever they chose, if they may see the comment. */
export async function notifyMentioned(platform: NotifyPlatform, comment: CommentRecord): Promise<void> {
  const { notice, _id, job_id, thread_id, author } = comment;
  if (notice === null) return;
  const { store } = platform;
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
      comment: { id: _id, author: author.name, text: comment.text.slice(0, MAX_EXCERPT_LENGTH) },
      ...{ creation_time: notice.time, read: false },
    });
  }
  await store.comments.updateAll({ _id, "notice.time": notice.time }, { notice: null });
}

/** As `notifyMentioned`, in the background: what fails is done by `resumeMentions`. */
export function notifyMentionedSoon(platform: NotifyPlatform, comment: CommentRecord): void {
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
