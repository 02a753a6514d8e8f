import { Button, Text } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";

type Props = {
  job: Job;
  config: JobConfig;
  /** What the last attempt to start was blocked by. */
  problem: string | null;
  busy: boolean;
  onStart: () => void;
};

/** What keeps the training from starting, if anything does. */
function hindrance({ inputs, emulator_outputs }: JobConfig): string | null {
  if (inputs.every(({ fixed }) => fixed)) return MESSAGES.nothingVaries;
  return emulator_outputs.length === 0 ? MESSAGES.nothingToEmulate : null;
}

/** The button that starts the training, or what keeps it from starting. */
export function StartTraining({ job, config, problem, busy, onStart }: Props) {
  const lacking = hindrance(config);
  const shown = lacking ?? problem;
  return (
    <>
      {shown !== null && (
        <Text size="sm" c="red" role="alert" data-problem>
          {shown.replace(/\.$/, "")}.
        </Text>
      )}
      {job.can_be_changed ? (
        <Button loading={busy} disabled={lacking !== null} onClick={onStart} fullWidth>
          {job.status === "Running" ? "Configure Training" : "Start Training"}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          Only {job.creator.name} or an admin may configure and start this training.
        </Text>
      )}
    </>
  );
}
