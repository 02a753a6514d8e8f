import type { Job } from "@understudy/shared/api/job.ts";
import { useEffect, useRef, useState } from "react";

/**
 * Seconds since the job entered its present status. A page opened later takes the job's last change for that moment,
 * which it nearly always is: while a job is worked on, little else of it changes.
 */
export function useElapsed(job: Pick<Job, "status" | "last_modified_time">): number {
  const since = useRef({ status: job.status, at: Date.parse(job.last_modified_time) });
  if (since.current.status !== job.status)
    since.current = { status: job.status, at: Date.parse(job.last_modified_time) };
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - since.current.at) / 1_000));
}

/** `0:07`, `12:40`, `1:02:05`. */
export function formatElapsed(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const tail = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes % 60)}:${tail}` : `${minutes}:${tail}`;
}
