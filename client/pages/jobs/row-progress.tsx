import type { JobListItem } from "@understudy/shared/api/job.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { useJobProgress } from "#data/jobs.ts";
import classes from "./row-progress.module.css";

/** The progress of an active job: a number of fixed width, and a line along the bottom of its cell. */
export function RowProgress({ job }: { job: JobListItem }) {
  const { percentage } = useJobProgress(job.id);
  if (!isActive(job.status) || percentage === null) return null;
  return (
    <>
      <span className={classes.number}>{Math.floor(percentage)}%</span>
      <progress
        className={classes.line}
        max={100}
        value={percentage}
        aria-label={`Progress of ${job.name}`}
      />
    </>
  );
}
