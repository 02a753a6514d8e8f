import { Button, Stack, Text } from "@mantine/core";
import type { EmulatorReport } from "@understudy/shared/api/emulator-report.ts";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { describeLeftOut } from "@understudy/shared/failed-runs/mark-text.ts";
import { useNavigate } from "react-router-dom";
import { call } from "#api/call.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { DoubtfulRows } from "#job/doubtful-rows.tsx";
import { useAction } from "#ui/use-action.ts";
import { describeDoubts, rowsInDoubt, trainingWithout } from "./train-without.ts";

type Props = {
  job: Pick<Job, "id" | "name">;
  config: JobConfig;
  report: EmulatorReport;
};

/** The rows that were left out, and those that should be: a click trains a new job without them. */
export function RowsInDoubt({ job, config, report }: Props) {
  const { restricted } = useCurrentUser();
  const navigate = useNavigate();
  const { run, busy } = useAction("creating the job");
  const { suspected_marks: marks, ignored_row_count: leftOutCount } = config;
  const rows = rowsInDoubt(report);
  const trainAgain = () =>
    void run(async () => {
      const { id } = await call("createJob", { body: trainingWithout(job, marks, rows) });
      await navigate(`/jobs/${id}`);
    });
  const doubts = describeDoubts(marks, report, config.outputs);
  if (leftOutCount === 0 && doubts.length === 0) return null;
  return (
    <Stack gap="xs" mb="sm">
      {leftOutCount > 0 && (
        <Text size="sm" c="dimmed">
          {describeLeftOut(config.left_out, leftOutCount)}
        </Text>
      )}
      <DoubtfulRows
        label="Rows in doubt"
        sentences={doubts}
        // The rows of the files have other numbers where some are left out, or comments stand above them.
        remark={`Check these rows: wrong values make the emulator worse everywhere.${rows.length > 0 ? " Rows that do not fit are numbered as in the downloaded data." : ""}`}
      >
        {!restricted && (
          <Button size="compact-sm" variant="default" loading={busy} onClick={trainAgain}>
            Leave out and train again
          </Button>
        )}
      </DoubtfulRows>
    </Stack>
  );
}
