import { Text } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import { StatusBanner } from "../status-banner.tsx";
import { ValidationFailed } from "./validation-failed.tsx";

const WHAT_HAPPENS = {
  Validating: "Every row and column of the files is being checked.",
  Preprocessing: "Column ranges are being computed and rows are being set aside for validation.",
} as const;

/** The page of a Training job whose columns are not known yet. */
export function BeforeConfiguration({ job }: { job: Job }) {
  if (job.status !== "Validating" && job.status !== "Preprocessing") return <ValidationFailed job={job} />;
  return (
    <>
      {/* There is nothing to configure while the files are being read. */}
      <StatusBanner job={job} onConfigure={null} isConfiguring={false} />
      <Text c="dimmed" size="sm" maw="70ch">
        {WHAT_HAPPENS[job.status]} You can leave this page; processing continues.
      </Text>
    </>
  );
}
