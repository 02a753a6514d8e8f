/** Threads of comments, as the panel lists them. */
import type { Comment, CommentPerson, CommentThread } from "@understudy/shared/api/comment.ts";
import type { PendingComment } from "#data/comments.ts";

export type ShownComment = Comment & {
  /** `sending`: the server has not answered yet; `waiting`: it cannot be reached; null: it has stored the comment. */
  readonly pending: "sending" | "waiting" | null;
  /** The key by which a pending comment is cancelled; null: it is stored. */
  readonly key: string | null;
};

export type Thread = {
  readonly id: number;
  readonly author: CommentPerson;
  readonly state: CommentThread;
  /** Those that are not deleted, the oldest first. */
  readonly comments: readonly ShownComment[];
};

export const THREAD_FILTERS = ["open", "resolved", "mine", "mentions"] as const;
export type ThreadFilter = (typeof THREAD_FILTERS)[number];

/** The threads of a job, the newest first. Pending comments come last in theirs. */
export function groupThreads(
  comments: readonly Comment[],
  pending: readonly PendingComment[],
  reader: CommentPerson,
): readonly Thread[] {
  const shown = [
    ...comments.map((comment): ShownComment => ({ ...comment, pending: null, key: null })),
    ...pending.map((draft, at) => showPending(draft, at, reader)),
  ];
  const byThread = Map.groupBy(
    shown.filter(({ is_deleted }) => !is_deleted),
    ({ thread_id }) => thread_id,
  );
  const threads = shown.flatMap(({ id, author, thread }): Thread[] => {
    if (thread === null) return [];
    const members = byThread.get(id) ?? [];
    return members.length === 0 ? [] : [{ id, author, state: thread, comments: members }];
  });
  // A pending thread has a negative id: it is the newest.
  const rank = ({ id }: Thread): number => (id < 0 ? Number.POSITIVE_INFINITY : id);
  return threads.sort((a, b) => (rank(a) === rank(b) ? a.id - b.id : rank(b) - rank(a)));
}

function showPending(draft: PendingComment, at: number, author: CommentPerson): ShownComment {
  const { key, thread_id, text, mentions, time, anchor, view, isWaiting } = draft;
  const id = -1 - at;
  const state = { anchor, tab: view?.tab ?? null, resolved: null, is_shown_to_restricted: false };
  return {
    id,
    thread_id: thread_id ?? id,
    author,
    text,
    mentions: [...mentions],
    creation_time: time,
    edited_time: null,
    is_deleted: false,
    revision: 0,
    thread: thread_id === null ? state : null,
    pending: isWaiting ? "waiting" : "sending",
    key,
  };
}

export function filterThreads(
  threads: readonly Thread[],
  filter: ThreadFilter,
  readerId: number,
): readonly Thread[] {
  return threads.filter((thread) => matchesFilter(thread, filter, readerId));
}

function matchesFilter({ state, comments }: Thread, filter: ThreadFilter, readerId: number): boolean {
  switch (filter) {
    case "open":
      return state.resolved === null;
    case "resolved":
      return state.resolved !== null;
    case "mine":
      return comments.some(({ author }) => author.id === readerId);
    case "mentions":
      return comments.some(({ mentions }) => mentions.some(({ id }) => id === readerId));
  }
}
