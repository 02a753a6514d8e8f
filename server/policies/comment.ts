import type { CommentRecord } from "../models/comment.ts";
import type { JobSummary } from "../models/job.ts";
import type { User } from "../models/user.ts";
import { canChangeJob, jobAccess, type Person } from "./job.ts";

type Owned = Pick<JobSummary, "_id" | "creator">;
type Commenter = Person & Pick<User, "may_comment">;
/** The first comment of a thread. */
type ThreadStart = Pick<CommentRecord, "author" | "thread">;

/** To read and write comments at all: those restricted people alone to whom an admin has allowed it. */
export const canComment = (person: Pick<User, "restricted" | "may_comment">): boolean =>
  !person.restricted || person.may_comment;

/** On a job, for who may see it. */
export const canCommentOn = (person: Commenter, job: Owned): boolean =>
  canComment(person) && jobAccess(person, job) !== null;

/** Restricted people see the threads that they began, and those that are shown to them. */
export const canSeeThread = (person: Commenter, job: Owned, { author, thread }: ThreadStart): boolean =>
  canCommentOn(person, job) &&
  (!person.restricted || author.id === person._id || thread?.is_shown_to_restricted === true);

export const canEditComment = (person: Person, { author }: Pick<CommentRecord, "author">): boolean =>
  author.id === person._id;

export const canDeleteComment = (
  person: Person,
  job: Owned,
  comment: Pick<CommentRecord, "author">,
): boolean => canEditComment(person, comment) || canChangeJob(person, job);

/** Any full user who sees the job, and of restricted people who began the thread. */
export const canResolveThread = (person: Person, { author }: Pick<CommentRecord, "author">): boolean =>
  !person.restricted || author.id === person._id;

/** To decide whether restricted people see a thread: the full user who began it, and who may change the job. */
export const canShareThread = (person: Person, job: Owned, { author }: ThreadStart): boolean =>
  !person.restricted && (author.id === person._id || canChangeJob(person, job));
