import { Alert, Button, Group, Text } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { DataOptions, JobConfig } from "@understudy/shared/api/job-config.ts";
import { withMarks } from "@understudy/shared/failed-runs/chosen-marks.ts";
import { describeLeftOut } from "@understudy/shared/failed-runs/mark-text.ts";
import { call } from "../../../../api/call.ts";
import { useAction } from "../../../../hooks/use-action.ts";
import { setJobConfig } from "../../../../store/job-configs.ts";
import { upsertJob } from "../../../../store/jobs.ts";
import { SuspectedMarks } from "../../left-out/suspected-marks.tsx";

type Props = {
  job: Job;
  config: JobConfig;
  disabled: boolean;
  /** Saves what is being edited, before the files are read again. */
  onLeave: () => Promise<boolean>;
};

/** The rows that are left out, and those that should be: a click reads the files again. */
export function LeftOutRows({ job, config, disabled, onLeave }: Props) {
  const { run, busy } = useAction("reading the files again");
  const { data_options: options, left_out, suspected_marks, ignored_row_count } = config;
  const canBeRead = job.is_data_driven && job.status === "Awaiting Configuration" && !disabled;
  const readWith = (changed: Partial<DataOptions>) =>
    void run(async () => {
      if (!(await onLeave())) return;
      const params = { job_id: job.id };
      const body = { data_options: { ...options, ...changed } };
      setJobConfig(job.id, await call("updateJobConfig", { params, body }));
      upsertJob(await call("retryJob", { params }));
    });
  const isChosen = options.failed_run_marks.length > 0 || options.left_out_rows.length > 0;
  return (
    <>
      {ignored_row_count > 0 && (
        <Alert color="orange" variant="light" role="status" aria-label="Rows left out">
          <Group justify="space-between" gap="sm">
            <Text size="sm">{describeLeftOut(left_out, ignored_row_count)}</Text>
            {isChosen && canBeRead && (
              <Button
                size="compact-sm"
                variant="default"
                loading={busy}
                onClick={() => readWith({ failed_run_marks: [], left_out_rows: [] })}
              >
                Use the chosen rows again
              </Button>
            )}
          </Group>
        </Alert>
      )}
      <SuspectedMarks marks={suspected_marks}>
        {canBeRead && (
          <Button
            size="compact-sm"
            variant="default"
            loading={busy}
            onClick={() =>
              readWith({ failed_run_marks: withMarks(options.failed_run_marks, suspected_marks) })
            }
          >
            Leave these rows out
          </Button>
        )}
      </SuspectedMarks>
    </>
  );
}
