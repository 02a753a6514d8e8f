/** What of a job's comments the page shows: kept by job, so that a visit elsewhere closes nothing. */
import type { CommentAnchor } from "@understudy/shared/api/comment.ts";
import type { JobView } from "@understudy/shared/job-view.ts";
import { COMMENT_PARAMETER } from "@understudy/shared/notification-text.ts";
import { call } from "#api/call.ts";
import { asFailure, isTemporary } from "#api/failure.ts";
import { getComments } from "#data/comments.ts";
import { keyed } from "#data/store.ts";
import { notifyError } from "#ui/notify.ts";
import type { Room } from "../together/room.ts";
import { updateAddress } from "../url-state.ts";
import { viewOfAnchor } from "./anchors.ts";
import type { ThreadFilter } from "./threads.ts";

/** A place that the reader has pointed at, for a thread that is to be begun. */
export type PlacedDraft = { readonly anchor: CommentAnchor; readonly view: JobView };

export const panelIsOpen = keyed<number, boolean>(false);
export const openedThread = keyed<number, number | null>(null);
export const placedDraft = keyed<number, PlacedDraft | null>(null);
/** The reader chooses a place of the page. */
export const isPlacing = keyed<number, boolean>(false);
export const threadFilter = keyed<number, ThreadFilter>("open");

/** Opens a thread in the panel, and shows the view of the page that it was begun in. */
export async function openThread(room: Room, threadId: number): Promise<void> {
  const { jobId } = room;
  panelIsOpen.set(jobId, true);
  openedThread.set(jobId, threadId);
  updateAddress({ [COMMENT_PARAMETER]: String(threadId) });
  if (threadId < 0) return;
  try {
    const params = { job_id: jobId, comment_id: threadId };
    const { view } = await call("getCommentView", { params });
    const thread = getComments(jobId)?.find(({ id }) => id === threadId)?.thread;
    const shown = view ?? (thread ? viewOfAnchor(thread.anchor) : null);
    if (shown !== null && openedThread.get(jobId) === threadId) room.showView(shown);
  } catch (thrown) {
    const failure = asFailure(thrown);
    if (!isTemporary(failure)) notifyError(failure.message);
  }
}

export function closeThread(jobId: number): void {
  openedThread.set(jobId, null);
  updateAddress({ [COMMENT_PARAMETER]: null });
}

export function closePanel(jobId: number): void {
  closeThread(jobId);
  panelIsOpen.set(jobId, false);
  isPlacing.set(jobId, false);
}
