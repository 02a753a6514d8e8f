import { Alert } from "@mantine/core";
import { IconTrendingUp } from "@tabler/icons-react";
import type { EmulatorReport } from "@understudy/shared/api/emulator-report.ts";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { outputLook } from "../optimization/quantities.ts";
import { describeProvisional } from "./provisional-text.ts";

type Props = {
  job: Pick<Job, "emulator_is_provisional" | "status">;
  config: JobConfig;
  report: EmulatorReport | null;
};

/** Stands above an emulator whose training goes on. */
export function StillImproving({ job, config, report }: Props) {
  const described = describeProvisional(job, report, (name) => outputLook(config, name).display);
  if (described === null) return null;
  return (
    <Alert role="status" color="blue" variant="light" p="xs" mb="xs" icon={<IconTrendingUp size={18} />}>
      <strong>{described.title}.</strong> {described.text}
    </Alert>
  );
}
