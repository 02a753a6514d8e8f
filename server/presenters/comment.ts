import type { Comment } from "@understudy/shared/api/comment.ts";
import type { CommentSummary } from "../models/comment.ts";

/** A comment as everybody sees it who may, over HTTP and by push alike. */
export const presentComment = (record: CommentSummary): Comment => ({
  id: record._id,
  key: record.key,
  thread_id: record.thread_id,
  author: record.author,
  text: record.text,
  mentions: record.mentions,
  creation_time: record.creation_time.toISOString(),
  edited_time: record.edited_time?.toISOString() ?? null,
  is_deleted: record.is_deleted,
  revision: record.revision,
  thread: presentThread(record),
});

function presentThread({ thread }: CommentSummary): Comment["thread"] {
  if (thread === null) return null;
  const { anchor, tab, resolved, is_shown_to_restricted } = thread;
  return {
    anchor,
    tab,
    resolved: resolved && { by: resolved.by, time: resolved.time.toISOString() },
    is_shown_to_restricted,
  };
}
