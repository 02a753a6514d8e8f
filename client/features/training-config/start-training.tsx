import { Button, Text } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { ReactNode } from "react";
import classes from "./training-config.module.css";

type Props = {
  job: Job;
  config: JobConfig;
  /** The problem that blocked the last attempt to start. */
  problem: string | null;
  busy: boolean;
  onStart: () => void;
  /** The state of the saving, beside the button. */
  children: ReactNode;
};

/** The problem that keeps the training from starting, if there is one. */
function findHindrance({ inputs, emulator_outputs }: JobConfig): string | null {
  if (inputs.every(({ fixed }) => fixed)) return MESSAGES.nothingVaries;
  return emulator_outputs.length === 0 ? MESSAGES.nothingToEmulate : null;
}

/** The button that starts the training, or what keeps it from starting: in view at the bottom of the window wherever one edits. */
export function StartTraining({ job, config, problem, busy, onStart, children }: Props) {
  const lacking = findHindrance(config);
  const shown = lacking ?? problem;
  return (
    <div className={classes.start}>
      <div className={classes.state}>
        {shown !== null && (
          <Text size="sm" c="red" role="alert" data-problem>
            {shown.replace(/\.$/, "")}.
          </Text>
        )}
        {children}
      </div>
      {job.can_be_changed ? (
        <Button loading={busy} disabled={lacking !== null} onClick={onStart} className={classes.button}>
          {job.status === "Running" ? "Configure Training" : "Start Training"}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          Only {job.creator.name} or an admin may configure and start this training.
        </Text>
      )}
    </div>
  );
}
