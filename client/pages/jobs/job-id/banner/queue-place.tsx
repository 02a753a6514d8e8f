import { Text } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import { useCallback } from "react";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { queueText, waitsForRunner } from "./queue-text.ts";

/** Others move in the queue without a change of this job. */
const POLL_MS = 3_000;

type Props = { job: Pick<Job, "id" | "status"> };

/**
 * The place in the queue of a job that waits for a runner, and the reason why it waits. Each status has a queue of
 * its own.
 */
export const QueuePlace = ({ job }: Props) =>
  waitsForRunner(job.status) ? <Place key={job.status} job={job} /> : null;

function Place({ job: { id, status } }: Props) {
  const load = useCallback(
    (signal: AbortSignal) => call("getJobQueue", { params: { job_id: id }, signal }),
    [id],
  );
  const { value: queue } = useQuery(load, { everyMs: POLL_MS });
  const text = queue && queueText(status, queue);
  return text === null ? null : <Text size="sm">{text}</Text>;
}
