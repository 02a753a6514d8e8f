/** Threads of comments, as the panel lists them. */
import type { Comment, CommentPerson, CommentThread } from "@understudy/shared/api/comment.ts";
import type { PendingComment } from "#data/comments.ts";

export type ShownComment = Comment & {
  /** `sending`: the server has not answered yet; `waiting`: it cannot be reached; null: it has stored the comment. */
  readonly pending: "sending" | "waiting" | null;
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

/**
 * The threads of a job, the newest first. Pending comments come last in theirs. A comment that is stored already, since its push came
 * before the answer to its sending, is not pending any more.
 * @param comments those that are stored, by their ids, the lowest first
 */
export function groupThreads(
  comments: readonly Comment[],
  pending: readonly PendingComment[],
  reader: CommentPerson,
): readonly Thread[] {
  const storedKeys = new Set(comments.map(({ key }) => key));
  const shown = [
    ...comments.map((comment): ShownComment => ({ ...comment, pending: null })),
    ...pending.filter(({ key }) => !storedKeys.has(key)).map((draft) => showPending(draft, reader)),
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
  return threads.reverse();
}

/** The number of hexadecimal digits of a key that fit into an integer which JavaScript holds exactly. */
const TEMPORARY_ID_DIGITS = 12;

/** The id of a comment until the server has given it one: negative, and the same however many others are being sent. */
export const createTemporaryId = (key: string): number =>
  -1 - Number.parseInt(key.slice(0, TEMPORARY_ID_DIGITS), 16);

/** Finds the stored comment that was opened by its temporary id. */
export const findStored = (comments: readonly Comment[], temporaryId: number): Comment | undefined =>
  comments.find(({ key }) => createTemporaryId(key) === temporaryId);

function showPending(draft: PendingComment, author: CommentPerson): ShownComment {
  const { key, thread_id, text, mentions, time, anchor, view, isWaiting } = draft;
  const id = createTemporaryId(key);
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
