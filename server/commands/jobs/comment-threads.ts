/** Reads threads, and finishes what every change of one leads to. */
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { notFound } from "../../core/problem.ts";
import { type CommentRecord, commentAuthor } from "../../models/comment.ts";
import type { JobSummary } from "../../models/job.ts";
import type { User } from "../../models/user.ts";
import type { LiveRecords, Records } from "../../platform/platform.ts";
import { canCommentOn, canSeeThread } from "../../policies/comment.ts";

type Owned = Pick<JobSummary, "_id" | "creator">;

/** The number of times that open threads are counted again because others changed some meanwhile. */
const MAX_COUNTS = 5;

/** @throws Problem 404: to restricted people whom no admin has allowed it, there are no comments */
export function checkCommenter(user: User, job: Owned): void {
  if (!canCommentOn(user, job)) throw notFound(MESSAGES.jobNotFound);
}

/** The ids of all who wrote in the threads that a person may see. */
export async function listAuthorIds({ store }: Records, user: User, job: Owned): Promise<Set<number>> {
  const comments = await store.comments.find({ job_id: job._id, expires: null }, {}, commentAuthor);
  return new Set(filterVisible(user, job, comments).map(({ author }) => author.id));
}

type Placement = Pick<CommentRecord, "_id" | "thread_id" | "author" | "thread">;

/** The comments of a job that a person may see. @param comments all of them, or those of whole threads */
export function filterVisible<C extends Placement>(user: User, job: Owned, comments: readonly C[]): C[] {
  const visible = new Set(
    comments.flatMap((start) => {
      return start.thread !== null && canSeeThread(user, job, start) ? start._id : [];
    }),
  );
  return comments.filter(({ thread_id }) => visible.has(thread_id));
}

/** A comment with the first one of its thread. @throws Problem 404 where it is gone, or not this person's to see */
export async function findComment(
  { store }: Records,
  user: User,
  job: Owned,
  commentId: number,
): Promise<{ comment: CommentRecord; start: CommentRecord }> {
  const comment = await store.comments.findOne({ _id: commentId, job_id: job._id });
  const start =
    comment === null || comment.thread !== null
      ? comment
      : await store.comments.findOne({ _id: comment.thread_id });
  if (comment === null || start === null || !canSeeThread(user, job, start))
    throw notFound(MESSAGES.commentNotFound);
  return { comment, start };
}

/** Keeps a thread that has comments, though its deletion began before one of them was stored. */
export async function keepThread({ store }: Records, threadId: number): Promise<void> {
  await store.comments.updateAll({ _id: threadId, expires: { $ne: null } }, { expires: null });
}

/** Pushes a changed comment, and how many threads are open now. @param start the first comment of its thread */
export async function announceComment(
  platform: LiveRecords,
  comment: CommentRecord,
  start: CommentRecord,
): Promise<void> {
  platform.publish.comment(comment, start);
  await countOpenThreads(platform, comment.job_id);
}

/** Keeps the number of open threads with the job, for the job list. The count that is stored last is one of all changes before it. */
export async function countOpenThreads({ store, publish }: LiveRecords, jobId: number): Promise<void> {
  for (let attempt = 0; attempt < MAX_COUNTS; attempt++) {
    const open = { job_id: jobId, thread: { $ne: null }, "thread.resolved": null, expires: null };
    const open_comments = await store.comments.count(open);
    const isOther = { _id: jobId, open_comments: { $ne: open_comments } };
    const job = await store.jobs.update(isOther, { open_comments }, { $inc: { open_comments_revision: 1 } });
    if (job === null) return;
    publish.openComments(job);
  }
}
