import type { JobQueue } from "@understudy/shared/api/job.ts";
import { counted } from "@understudy/shared/counted.ts";
import type { JobStatus } from "@understudy/shared/domain/job.ts";

const NOUNS: Readonly<Partial<Record<JobStatus, string>>> = {
  Validating: "upload",
  "Pending Running": "job",
  "Pending Training": "training",
};

/** Whether a job in this state may be waiting for a runner. */
export const waitsForRunner = (status: JobStatus): boolean => NOUNS[status] !== undefined;

/** Where a job stands in the queue, and why it waits; null: it does not wait for others. */
export function queueText(status: JobStatus, { is_waiting, running, ahead }: JobQueue): string | null {
  const noun = NOUNS[status];
  if (!is_waiting || noun === undefined || running + ahead === 0) return null;
  const now = `${counted(running, noun)} ${running === 1 ? "is" : "are"} being worked on now`;
  if (ahead === 0) return `Next in the queue: it starts when a place is free. ${now}.`;
  return `Place ${ahead + 1} in the queue: ${counted(ahead, noun)} requested earlier ${ahead === 1 ? "starts" : "start"} before it. ${now}.`;
}
