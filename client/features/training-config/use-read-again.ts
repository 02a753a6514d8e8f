import type { Job } from "@understudy/shared/api/job.ts";
import type { DataOptions, JobConfig } from "@understudy/shared/api/job-config.ts";
import { call } from "#api/call.ts";
import { setJobConfig, upsertJob } from "#data/jobs.ts";
import { useAction } from "#ui/use-action.ts";

export type ReadAgainProps = {
  job: Job;
  config: JobConfig;
  disabled: boolean;
  /** Saves what is being edited, before the files are read again. */
  onLeave: () => Promise<boolean>;
};

/** Reads a job's files again, or prepares its results again, with other data options, as long as its training has not been configured. */
export function useReadAgain({ job, config, disabled, onLeave }: ReadAgainProps) {
  const { run, busy } = useAction(
    job.is_data_driven ? "reading the files again" : "preparing the data again",
  );
  const readWith = (changed: Partial<DataOptions>) =>
    void run(async () => {
      if (!(await onLeave())) return;
      const params = { job_id: job.id };
      const body = { data_options: { ...config.data_options, ...changed } };
      setJobConfig(job.id, await call("updateJobConfig", { params, body }));
      upsertJob(await call("retryJob", { params }));
    });
  const canBeRead = job.status === "Awaiting Configuration" && !disabled;
  return { canBeRead, busy, readWith };
}
