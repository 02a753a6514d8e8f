import { commentAnchor, commentPerson } from "@understudy/shared/api/comment.ts";
import { jobTab } from "@understudy/shared/api/job-view.ts";
import { z } from "zod";
import type { Index } from "./collection.ts";

/** The state of a thread, in the record of its first comment. */
const storedThread = z.object({
  anchor: commentAnchor,
  tab: jobTab.nullable(),
  resolved: z.object({ by: commentPerson, time: z.date() }).nullable(),
  is_shown_to_restricted: z.boolean(),
  /** Replies that were ever begun. Deleting the last comment of a thread fails where one was begun meanwhile. */
  replies: z.int(),
});
export type StoredThread = z.infer<typeof storedThread>;

export const commentRecord = z.object({
  _id: z.int(),
  job_id: z.int(),
  /** The id of the first comment of the thread: in that one its own. */
  thread_id: z.int(),
  author: commentPerson,
  /** The author was a restricted user then. */
  is_by_restricted: z.boolean(),
  text: z.string(),
  mentions: z.array(commentPerson),
  creation_time: z.date(),
  edited_time: z.date().nullable(),
  is_deleted: z.boolean(),
  /** Rises by one with every change that people see. */
  revision: z.int(),
  /** The revision of the last change of the text. */
  text_revision: z.int(),
  /** Given by the author's page, once: a comment that is sent again is found by it. */
  key: z.string(),
  /** People who are still to be notified that the comment mentions them; null: nobody. */
  notice: z.object({ user_ids: z.array(z.int()), time: z.date() }).nullable(),
  /** When the record of a deleted comment is removed; null: it is kept, for the thread's other comments. */
  expires: z.date().nullable(),
  /** Null in replies. */
  thread: storedThread.nullable(),
  /**
   * The view of the page that the thread was begun in, a `JobView` as JSON: its names may hold characters that MongoDB takes for
   * operators. Null in replies, and where there was none.
   */
  view: z.string().nullable(),
});
export type CommentRecord = z.infer<typeof commentRecord>;
/** A comment without the view, which may be a hundred times as long as the rest of it. */
export const commentSummary = commentRecord.omit({ view: true });
export type CommentSummary = z.infer<typeof commentSummary>;
/** The author and the thread of a comment: by them it shows to some people and not to others. */
export const commentAuthor = commentRecord.pick({ _id: true, thread_id: true, author: true, thread: true });

export const commentIndexes: readonly Index[] = [
  [{ job_id: 1, _id: 1 }],
  [{ "author.id": 1, key: 1 }, { unique: true }],
  // Few comments have a notice, and those only for a moment.
  [{ "notice.time": 1 }, { sparse: true }],
  [{ expires: 1 }, { expireAfterSeconds: 0 }],
];
