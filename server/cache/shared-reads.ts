import { shareReads } from "../core/share-reads.ts";
import { type CommentSummary, commentSummary } from "../models/comment.ts";
import type { JobRecord } from "../models/job.ts";
import type { Store } from "../models/store.ts";

/** Hundreds of pages read these at once when they come back after their web process has died. Nobody changes a record that they get. */
export type SharedReads = {
  readJob: (id: number) => Promise<JobRecord | null>;
  /** All comments of a job, the oldest first, without deleted ones that nobody replied to. */
  readComments: (jobId: number) => Promise<CommentSummary[]>;
};

export const createSharedReads = ({ jobs, comments }: Pick<Store, "jobs" | "comments">): SharedReads => ({
  readJob: shareReads((id) => jobs.findOne({ _id: id })),
  readComments: shareReads((job_id) =>
    comments.find({ job_id, expires: null }, { sort: { _id: 1 } }, commentSummary),
  ),
});
