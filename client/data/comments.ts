import type { Comment, CommentPerson, NewComment } from "@understudy/shared/api/comment.ts";
import { HISTORY_POLL_MS } from "@understudy/shared/limits.ts";
import { ApiFailure, asFailure, isTemporary } from "#api/call.ts";
import { call } from "../api/call.ts";
import { liveQuery } from "./live-query.ts";
import { getSocketStatus, onSocketStatus } from "./socket/status.ts";
import { keyed } from "./store.ts";

/** The comments of jobs, the oldest first; null: not read yet. HTTP answers and pushes enter through `upsertComment` alike. */
const storedComments = keyed<number, readonly Comment[] | null>(null);
export const getComments = storedComments.get;
export const useStoredComments = storedComments.useValue;

/** Comments that arrived while a list of them was being read: the list may be older. */
const arrivals = new Map<number, Comment[]>();

/** Takes a comment unless a newer one is known. A list that was never read stays so: one comment of it is no list. */
export function upsertComment(jobId: number, comment: Comment): void {
  arrivals.get(jobId)?.push(comment);
  const stored = storedComments.get(jobId);
  if (stored !== null) storedComments.set(jobId, mergeComments(stored, [comment]));
}

/** Joins comments by id; of each the highest revision stays, and of one revision the later entry. */
export function mergeComments(comments: readonly Comment[], arrived: readonly Comment[]): readonly Comment[] {
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  for (const comment of arrived) {
    if ((byId.get(comment.id)?.revision ?? 0) <= comment.revision) byId.set(comment.id, comment);
  }
  return [...byId.values()].sort((a, b) => a.id - b.id);
}

export const liveComments = liveQuery<number>({
  subject: (jobId) => ({ kind: "job", job_id: jobId }),
  load: async (jobId, signal) => {
    const arrived: Comment[] = [];
    arrivals.set(jobId, arrived);
    try {
      const { items } = await call("listComments", { params: { job_id: jobId }, signal });
      // A comment that is known to be deleted stays so, whatever comes late.
      const deleted = (storedComments.get(jobId) ?? []).filter(({ is_deleted }) => is_deleted);
      storedComments.set(jobId, mergeComments(mergeComments(items, deleted), arrived));
    } finally {
      // A later reading of the list has a list of arrivals of its own.
      if (arrivals.get(jobId) === arrived) arrivals.delete(jobId);
    }
  },
  pollMs: () => HISTORY_POLL_MS,
});

/** A comment that the reader has written and the server has not answered yet. */
export type PendingComment = Omit<NewComment, "mentions"> & {
  readonly mentions: readonly CommentPerson[];
  readonly time: string;
  /** The server could not be reached: the comment is sent again once it can. */
  readonly isWaiting: boolean;
};

const NO_PENDING: readonly PendingComment[] = [];
const pending = keyed<number, readonly PendingComment[]>(NO_PENDING);
export const getPendingComments = pending.get;
export const usePendingComments = pending.useValue;

/** The time until a comment is sent again, in ms; sooner where the socket comes back. */
const RETRY_MS = 3_000;
/** After this time, in ms, a comment that cannot be sent is given back to its author. */
const MAX_WAIT_MS = 5 * 60_000;

/** The comments that are being sent, by their keys. */
const posts = new Map<string, AbortController>();

/** Stops sending a comment. Where the server has stored it although its answer was lost, the comment stays. */
export const cancelPost = (key: string): void => posts.get(key)?.abort();

/**
 * Shows a comment at once and sends it, again and again while the server cannot be reached: by its key it stays one.
 * @returns why it is not stored, after which it is not shown any more; null: it is stored
 */
export async function postComment(
  jobId: number,
  draft: Omit<PendingComment, "key" | "time" | "isWaiting">,
  maxWaitMs = MAX_WAIT_MS,
): Promise<ApiFailure | "cancelled" | null> {
  const key = createKey();
  const comment: PendingComment = { ...draft, key, time: new Date().toISOString(), isWaiting: false };
  const replace = (next: readonly PendingComment[]) =>
    pending.set(jobId, [...pending.get(jobId).filter((other) => other.key !== key), ...next]);
  replace([comment]);
  const { time: _, isWaiting: __, mentions, ...rest } = comment;
  const body = { ...rest, mentions: mentions.map(({ id }) => id) };
  const controller = new AbortController();
  const { signal } = controller;
  posts.set(key, controller);
  const startTime = performance.now();
  try {
    for (;;) {
      const params = { job_id: jobId };
      const answer = await call("createComment", { params, body, signal }).catch(asFailure);
      if (!(answer instanceof ApiFailure)) {
        upsertComment(jobId, answer);
        if (getComments(jobId) === null) void liveComments.reload(jobId);
        return null;
      }
      // Its push came, though the answer was lost.
      if (getComments(jobId)?.some((stored) => stored.key === key)) return null;
      if (signal.aborted) return "cancelled";
      if (!isTemporary(answer) || performance.now() - startTime >= maxWaitMs) return answer;
      replace([{ ...comment, isWaiting: true }]);
      await waitToRetry(signal);
    }
  } finally {
    posts.delete(key);
    replace([]);
  }
}

/** Ends early where the socket comes back, or the comment is cancelled. */
function waitToRetry(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      stop();
      resolve();
    };
    const timer = setTimeout(end, RETRY_MS);
    signal.addEventListener("abort", end);
    const stop = onSocketStatus(() => getSocketStatus() === "up" && end());
  });
}

const createKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Shows a change of a comment at once, and takes it back where the server refuses it.
 * @param changed the comment as it will be
 * @returns why it was refused; null: it was not
 */
export async function changeComment(
  jobId: number,
  changed: Comment,
  send: () => Promise<Comment>,
): Promise<ApiFailure | null> {
  const before = storedComments.get(jobId)?.find(({ id }) => id === changed.id);
  upsertComment(jobId, changed);
  try {
    upsertComment(jobId, await send());
    return null;
  } catch (thrown) {
    const isUnchanged = storedComments.get(jobId)?.includes(changed) === true;
    if (before !== undefined && isUnchanged) upsertComment(jobId, before);
    return asFailure(thrown);
  }
}
