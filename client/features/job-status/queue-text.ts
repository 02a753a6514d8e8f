import type { JobQueue } from "@understudy/shared/api/job.ts";
import { counted } from "@understudy/shared/counted.ts";
import type { JobStatus } from "@understudy/shared/domain/job.ts";
import { estimateText } from "@understudy/shared/job-config/training-estimate.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";

const NOUN_BY_STATUS: Readonly<Partial<Record<JobStatus, string>>> = {
  Validating: "upload",
  "Pending Running": "job",
  "Pending Training": "training",
};

/** True if a job in this state may be waiting for a runner. */
export const waitsForRunner = (status: JobStatus): boolean => NOUN_BY_STATUS[status] !== undefined;

/**
 * The place of a job in the queue, why it waits, and the expected time of its training; null: it waits for nothing.
 */
export function queueText(status: JobStatus, queue: JobQueue): string | null {
  const noun = NOUN_BY_STATUS[status];
  const { is_waiting, running, ahead, is_runner_connected, estimate } = queue;
  if (!is_waiting || noun === undefined) return null;
  if (!is_runner_connected) return MESSAGES.noRunner;
  const takes = estimate === null ? "" : `It is expected to take ${estimateText(estimate)}`;
  if (running + ahead === 0) return takes === "" ? null : `${takes}.`;
  const now = `${counted(running, noun)} ${running === 1 ? "is" : "are"} being worked on now.`;
  const place =
    ahead === 0
      ? "Next in the queue: it starts when a place is free."
      : `Place ${ahead + 1} in the queue: ${counted(ahead, noun)} ${ahead === 1 ? "starts" : "start"} before it.`;
  return [place, now, ...(takes === "" ? [] : [`${takes} once it starts.`])].join(" ");
}
