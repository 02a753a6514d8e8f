import { Text } from "@mantine/core";
import type { Job, JobQueue } from "@understudy/shared/api/job.ts";
import { useEffect, useState } from "react";
import { call } from "../../../../api/call.ts";
import { queueText } from "./queue-text.ts";

/** Others move in the queue without a change of this job. */
const POLL_MS = 3_000;

/** Where a job that waits for a runner stands, and why it waits. */
export function QueuePlace({ job }: { job: Pick<Job, "id" | "status"> }) {
  const { id, status } = job;
  const [queue, setQueue] = useState<JobQueue | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another status is another queue
  useEffect(() => {
    const leaving = new AbortController();
    const read = () =>
      call("getJobQueue", { params: { job_id: id }, signal: leaving.signal })
        .then(setQueue)
        // Asked again soon.
        .catch(() => undefined);
    void read();
    const timer = setInterval(() => void read(), POLL_MS);
    return () => {
      clearInterval(timer);
      leaving.abort();
      setQueue(null);
    };
  }, [id, status]);
  const text = queue && queueText(status, queue);
  return text === null ? null : <Text size="sm">{text}</Text>;
}
