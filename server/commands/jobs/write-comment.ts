import { type CommentPerson, isForRestricted, type NewComment } from "@understudy/shared/api/comment.ts";
import { COMMENT_RATE, MAX_JOB_COMMENTS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { invalid, notFound, Problem } from "../../core/problem.ts";
import { isDuplicate } from "../../models/collection.ts";
import type { CommentRecord, StoredThread } from "../../models/comment.ts";
import type { JobRecord } from "../../models/job.ts";
import type { User } from "../../models/user.ts";
import type { Platform, Records } from "../../platform/platform.ts";
import { canEditComment, canSeeThread } from "../../policies/comment.ts";
import { limitPerson } from "../../rate-limits/limiter.ts";
import { updateCommentNotifications } from "../notifications/list.ts";
import { announceComment, findComment, keepThread, listAuthorIds } from "./comment-threads.ts";
import { notifyMentionedSoon } from "./notify-mentioned.ts";

/** The number of times that an edit is tried again because the thread was resolved or reopened meanwhile. */
const MAX_ATTEMPTS = 5;

type Written = {
  comment: CommentRecord;
  /** False: the comment had been stored before, and was sent again. */
  isNew: boolean;
};

/**
 * Stores a comment, once however often it is sent.
 * @throws Problem 400 for mentions of people who do not see it and for a place that the person does not see, 404 for a thread that
 *   is gone, 409 for a key that was used otherwise or a job with too many comments, 429 after many comments
 */
export async function addComment(
  platform: Pick<Platform, "config" | "store" | "deliveries" | "publish" | "redis">,
  user: User,
  job: JobRecord,
  sent: NewComment,
): Promise<Written> {
  const earlier = await findSent(platform, user, job, sent.key);
  if (earlier !== null) return earlier;
  await limitRate(platform, user);
  const start =
    sent.thread_id === null ? null : (await findComment(platform, user, job, sent.thread_id)).start;
  const thread = start === null ? createThread(user, sent) : null;
  const mentions = await findMentioned(platform, user, job, {
    start: start ?? { author: { id: user._id, name: user.name }, thread },
    ids: sent.mentions,
  });
  await checkCount(platform, job._id);
  if (start !== null) await beginReply(platform, start._id);
  const _id = await platform.store.nextId("comments");
  const comment: CommentRecord = {
    _id,
    job_id: job._id,
    thread_id: start?._id ?? _id,
    author: { id: user._id, name: user.name },
    is_by_restricted: user.restricted,
    text: sent.text,
    mentions,
    creation_time: new Date(),
    edited_time: null,
    is_deleted: false,
    revision: 1,
    text_revision: 1,
    key: sent.key,
    notice: createNotice(user, mentions),
    expires: null,
    thread,
    view: start === null && sent.view !== null ? JSON.stringify(sent.view) : null,
  };
  try {
    await platform.store.comments.insert(comment);
  } catch (error) {
    // The same comment, sent twice at the same moment.
    const other = isDuplicate(error) ? await findSent(platform, user, job, sent.key) : null;
    if (other === null) throw error;
    return other;
  }
  if (start !== null) await keepThread(platform, start._id);
  // Deleting a job removes its record first, then its comments.
  if ((await platform.store.jobs.count({ _id: job._id })) === 0) {
    await platform.store.comments.remove({ job_id: job._id });
    throw notFound(MESSAGES.jobNotFound);
  }
  await finish(platform, comment, start ?? comment);
  return { comment, isNew: true };
}

/**
 * Replaces the text of one's own comment, unless it was edited since the given revision.
 * @throws Problem 403, 404, 409 and 429, 400 as `addComment`
 */
export async function editComment(
  platform: Pick<Platform, "config" | "store" | "deliveries" | "publish" | "redis">,
  user: User,
  job: JobRecord,
  edit: Edit & { readonly id: number; readonly revision: number },
): Promise<CommentRecord> {
  await limitRate(platform, user);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { comment, start } = await findComment(platform, user, job, edit.id);
    if (!canEditComment(user, comment)) throw new Problem(403, MESSAGES.notYourComment);
    if (comment.is_deleted) throw notFound(MESSAGES.commentNotFound);
    if (isResent(comment, edit)) return comment;
    if (comment.text_revision > edit.revision) throw new Problem(409, MESSAGES.commentChangedMeanwhile);
    const mentions = await findMentioned(platform, user, job, { start, ids: edit.mentions });
    // People who are still to be notified of the text before are notified of this one.
    const pendingIds = comment.notice?.user_ids ?? [];
    const notified = new Set(comment.mentions.map(({ id }) => id).filter((id) => !pendingIds.includes(id)));
    const revision = comment.revision + 1;
    const changed = await platform.store.comments.update(
      { _id: comment._id, revision: comment.revision },
      {
        ...{ text: edit.text, mentions, revision, text_revision: revision, edited_time: new Date() },
        notice: createNotice(
          user,
          mentions.filter(({ id }) => !notified.has(id)),
        ),
      },
    );
    if (changed === null) continue;
    await updateCommentNotifications(platform, changed);
    await finish(platform, changed, start);
    return changed;
  }
  throw new Problem(409, MESSAGES.commentChangedMeanwhile);
}

type Edit = { readonly text: string; readonly mentions: readonly number[] };

/** Tells whether an edit is the last one again. */
function isResent(comment: CommentRecord, { text, mentions }: Edit): boolean {
  const ids = new Set(mentions);
  const isSame = ids.size === comment.mentions.length && comment.mentions.every(({ id }) => ids.has(id));
  return isSame && comment.text === text;
}

async function finish(
  platform: Pick<Platform, "config" | "store" | "deliveries" | "publish">,
  comment: CommentRecord,
  start: CommentRecord,
): Promise<void> {
  await announceComment(platform, comment, start);
  notifyMentionedSoon(platform, comment);
}

/** The comment that this person sent with the key before; what its sending did not get to is done now. */
async function findSent(
  platform: Pick<Platform, "config" | "store" | "deliveries" | "publish">,
  user: User,
  job: JobRecord,
  key: string,
): Promise<Written | null> {
  const { comments } = platform.store;
  const comment = await comments.findOne({ "author.id": user._id, key });
  if (comment === null) return null;
  if (comment.job_id !== job._id) throw new Problem(409, MESSAGES.commentKeyUsed);
  const start = comment.thread === null ? await comments.findOne({ _id: comment.thread_id }) : comment;
  if (start === null || comment.is_deleted) throw notFound(MESSAGES.commentNotFound);
  await finish(platform, comment, start);
  return { comment, isNew: false };
}

/** @throws Problem 400: to a restricted person, the tabs besides the emulator do not exist */
function createThread(user: User, { anchor, view }: NewComment): StoredThread {
  const tab = view?.tab ?? null;
  if (user.restricted && !isForRestricted({ anchor, tab }))
    throw invalid({ anchor: [MESSAGES.placeNotForYou] });
  return {
    anchor,
    tab,
    resolved: null,
    is_shown_to_restricted: false,
    replies: 0,
  };
}

/** Says in the thread that a reply is coming, so that nobody deletes the thread from under it. */
async function beginReply({ store }: Records, threadId: number): Promise<void> {
  const isThere = { _id: threadId, expires: null };
  const start = await store.comments.update(isThere, {}, { $inc: { "thread.replies": 1 } });
  if (start === null) throw notFound(MESSAGES.threadNotFound);
}

async function checkCount({ store }: Records, jobId: number): Promise<void> {
  const count = await store.comments.count({ job_id: jobId, expires: null });
  if (count >= MAX_JOB_COMMENTS) throw new Problem(409, MESSAGES.noMoreComments(MAX_JOB_COMMENTS));
}

async function limitRate({ redis, config }: Pick<Platform, "config" | "redis">, user: User): Promise<void> {
  const rule = { ...COMMENT_RATE, keyPrefix: `${config.redisPrefix}:comments` };
  await limitPerson(redis, rule, user._id, MESSAGES.tooManyComments);
}

function createNotice(user: User, mentions: readonly CommentPerson[]): CommentRecord["notice"] {
  const user_ids = mentions.map(({ id }) => id).filter((id) => id !== user._id);
  return user_ids.length === 0 ? null : { user_ids, time: new Date() };
}

type Mentioning = { start: Pick<CommentRecord, "author" | "thread">; ids: readonly number[] };

/**
 * The mentioned people by name. A restricted person knows no others than who wrote in the threads that they see.
 * @throws Problem 400 where one of them does not see the thread, or is restricted
 */
async function findMentioned(
  platform: Records,
  user: User,
  job: JobRecord,
  { start, ids }: Mentioning,
): Promise<CommentPerson[]> {
  const unique = [...new Set(ids)];
  if (unique.length === 0) return [];
  const people = await platform.store.users.find({ _id: { $in: unique } });
  const acquainted = user.restricted ? await listAuthorIds(platform, user, job) : null;
  const named = people.filter(({ _id }) => acquainted === null || acquainted.has(_id));
  if (named.length < unique.length) throw invalid({ mentions: [MESSAGES.nobodyToMention] });
  const excluded = named.filter((person) => !person.active || !canSeeThread(person, job, start));
  if (excluded.length > 0)
    throw invalid({ mentions: [MESSAGES.cannotMention(excluded.map(({ name }) => name))] });
  // Restricted people get no notifications.
  const restricted = named.filter((person) => person.restricted);
  if (restricted.length > 0)
    throw invalid({ mentions: [MESSAGES.cannotNotify(restricted.map(({ name }) => name))] });
  return named.map(({ _id, name }) => ({ id: _id, name }));
}
