/** The notifications that a person's bell shows. */
import { MAX_NOTIFICATIONS } from "@understudy/shared/limits.ts";
import type { CommentRecord } from "../../models/comment.ts";
import { type NotificationRecord, notificationId } from "../../models/notification.ts";
import type { LiveRecords, Records } from "../../platform/platform.ts";

const NEWEST_FIRST = { creation_time: -1, _id: -1 } as const;

export async function listNotifications({ store }: Records, user_id: number): Promise<NotificationRecord[]> {
  return await store.notifications.find({ user_id }, { sort: NEWEST_FIRST, limit: MAX_NOTIFICATIONS });
}

/** Stored twice it is one. */
export async function storeNotification({ store }: Records, record: NotificationRecord): Promise<void> {
  const { notifications } = store;
  await notifications.insertAll([record], { again: true });
  const { user_id } = record;
  const window = { sort: NEWEST_FIRST, skip: MAX_NOTIFICATIONS, limit: MAX_NOTIFICATIONS };
  const surplus = await notifications.find({ user_id }, window, notificationId);
  if (surplus.length > 0) await notifications.remove({ _id: { $in: surplus.map(({ _id }) => _id) } });
}

/** Marks them as read, in all open pages of the person. @param ids null: all */
export async function readNotifications(
  { store, publish }: LiveRecords,
  user_id: number,
  ids: readonly string[] | null,
): Promise<void> {
  const idFilter = ids === null ? {} : { _id: { $in: [...ids] } };
  const marked = await store.notifications.updateAll({ ...idFilter, user_id, read: false }, { read: true });
  if (marked > 0) publish.notificationsChanged(user_id);
}

/** A notification shows the beginning of a comment. */
const MAX_EXCERPT_LENGTH = 300;

/** A comment as its notifications show it. */
export const excerptComment = ({
  _id,
  author,
  text,
}: Pick<CommentRecord, "_id" | "author" | "text">): NotificationRecord["comment"] => ({
  id: _id,
  author: author.name,
  text: text.slice(0, MAX_EXCERPT_LENGTH),
});

/** Makes the notifications of an edited comment show its text, and removes those of people whom it no longer mentions. */
export async function updateCommentNotifications(
  { store, publish }: LiveRecords,
  comment: CommentRecord,
): Promise<void> {
  const about = { job_id: comment.job_id, "comment.id": comment._id };
  const people = await store.notifications.countBy(about, "user_id");
  if (people.size === 0) return;
  const mentionedIds = comment.mentions.map(({ id }) => id);
  await store.notifications.remove({ ...about, user_id: { $nin: mentionedIds } });
  await store.notifications.updateAll(about, { comment: excerptComment(comment) });
  for (const userId of people.keys()) publish.notificationsChanged(userId);
}

/** Removes the notifications of deleted comments, whose texts they show. */
export async function removeCommentNotifications(
  { store, publish }: LiveRecords,
  job_id: number,
  commentIds: number[],
): Promise<void> {
  const about = { job_id, "comment.id": { $in: commentIds } };
  const people = await store.notifications.countBy(about, "user_id");
  if (people.size === 0) return;
  await store.notifications.remove(about);
  for (const userId of people.keys()) publish.notificationsChanged(userId);
}

/** Removes the notifications about deleted jobs: their links lead nowhere. */
export async function removeJobNotifications(
  { store, publish }: LiveRecords,
  jobIds: number[],
): Promise<void> {
  const about = { job_id: { $in: jobIds } };
  const people = await store.notifications.countBy(about, "user_id");
  await store.notifications.remove(about);
  for (const userId of people.keys()) publish.notificationsChanged(userId);
}
