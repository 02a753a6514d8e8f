import { type CommentSummary, commentSummary } from "../models/comment.ts";
import type { JobRecord } from "../models/job.ts";
import type { Store } from "../models/store.ts";

type Reading<Value> = { readonly ended: Promise<unknown>; next: Promise<Value> | null };

/**
 * Reads of what many ask for at the same time. One read of a key is under way at a time; all who ask meanwhile share the next one. It
 * begins after they have asked, so that nobody gets what was no longer true by then.
 */
export function shareReads<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const readings = new Map<Key, Reading<Value>>();

  function begin(key: Key): Promise<Value> {
    const value = read(key);
    const end = () => {
      if (reading.next === null) readings.delete(key);
    };
    const reading: Reading<Value> = { ended: value.then(end, end), next: null };
    readings.set(key, reading);
    return value;
  }

  return (key) => {
    const reading = readings.get(key);
    if (reading === undefined) return begin(key);
    reading.next ??= reading.ended.then(() => begin(key));
    return reading.next;
  };
}

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
