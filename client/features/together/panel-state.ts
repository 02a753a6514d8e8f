/** The state of a job's comments on its page. It is kept by job, so that a visit elsewhere closes nothing. */
import type { Comment, CommentAnchor } from "@understudy/shared/api/comment.ts";
import type { JobView } from "@understudy/shared/api/job-view.ts";
import { COMMENT_PARAMETER } from "@understudy/shared/texts/notification-text.ts";
import { asFailure, call, isTemporary } from "#api/call.ts";
import { getComments, type PendingComment, postComment } from "#data/comments.ts";
import { keyed } from "#data/store.ts";
import { updateAddress } from "#job/url-state.ts";
import { notifyError } from "#ui/banner-messages.ts";
import { viewOfAnchor } from "./anchors.ts";
import type { Room } from "./room.ts";
import { findStored, type ThreadFilter } from "./threads.ts";

/** A place that the reader has pointed at, for a thread that is to be begun. */
export type PlacedDraft = { readonly anchor: CommentAnchor; readonly view: JobView };

/** `focused`: it was opened by its button, and the box for a new comment gets the focus. */
export const panelState = keyed<number, "closed" | "open" | "focused">("closed");
export const openedThread = keyed<number, number | null>(null);
export const placedDraft = keyed<number, PlacedDraft | null>(null);
/** It is open while the reader chooses a place of the page. */
export const chooserState = keyed<number, "closed" | "open">("closed");
export const threadFilter = keyed<number, ThreadFilter>("open");

/** Opens the thread of a comment in the panel, and shows the view of the page that it was begun in. */
export async function openThread(room: Room, commentId: number): Promise<void> {
  const { jobId } = room;
  const comment = getComments(jobId)?.find(({ id }) => id === commentId);
  const openedId = comment?.thread_id ?? commentId;
  panelState.set(jobId, "open");
  openedThread.set(jobId, openedId);
  // A temporary id means nothing to others, nor after a reload.
  updateAddress({ [COMMENT_PARAMETER]: commentId < 0 ? null : String(openedId) });
  if (commentId < 0) return;
  try {
    const params = { job_id: jobId, comment_id: commentId };
    const { thread_id, anchor, view } = await call("getCommentView", { params });
    // The reader may have opened another one meanwhile.
    if (openedThread.get(jobId) !== openedId) return;
    openedThread.set(jobId, thread_id);
    const shownView = view ?? viewOfAnchor(anchor);
    if (shownView !== null) room.showView(shownView);
  } catch (thrown) {
    const failure = asFailure(thrown);
    if (!isTemporary(failure)) notifyError(failure.message);
  }
}

/** Keeps a thread open that was opened while it was being sent: it has another id once it is stored. */
export function followStored(jobId: number, comments: readonly Comment[]): void {
  const opened = openedThread.get(jobId);
  const stored = opened !== null && opened < 0 ? findStored(comments, opened) : undefined;
  if (stored === undefined) return;
  openedThread.set(jobId, stored.thread_id);
  updateAddress({ [COMMENT_PARAMETER]: String(stored.thread_id) });
}

export function closeThread(jobId: number): void {
  openedThread.set(jobId, null);
  updateAddress({ [COMMENT_PARAMETER]: null });
}

export function closePanel(jobId: number): void {
  closeThread(jobId);
  panelState.set(jobId, "closed");
  chooserState.set(jobId, "closed");
}

/** Sends a comment. @returns false: it was refused, and a sentence says why, or its author has cancelled it */
export async function send(
  jobId: number,
  draft: Omit<PendingComment, "key" | "time" | "isWaiting">,
): Promise<boolean> {
  const failure = await postComment(jobId, draft);
  if (failure === null) return true;
  if (failure === "cancelled") return false;
  const reasons = Object.values(failure.fields).flat();
  notifyError(reasons.length > 0 ? reasons.join(" ") : failure.message);
  return false;
}
