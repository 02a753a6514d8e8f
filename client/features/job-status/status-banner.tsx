import { Button, Group, Progress, Text } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { type ReactNode, useCallback } from "react";
import { call } from "#api/call.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { useJobProgress } from "#data/jobs.ts";
import { useQuery } from "#data/query.ts";
import { EmulatorOfJobWarning } from "#designs/emulator-warning.tsx";
import { ActionButton } from "./action-button.tsx";
import { type BannerAction, createBanner, mayMove, mayTrainOnPlatform } from "./banner.ts";
import { mayTrainLater, TrainNow, TrainWhenDone } from "./begin-training.tsx";
import { ChangeTrainingLocation, TrainOnPlatform } from "./change-training-location.tsx";
import { CompleteLine } from "./complete-line.tsx";
import { queueText, waitsForRunner } from "./queue-text.ts";
import { RunServers } from "./run-servers.tsx";
import classes from "./status-banner.module.css";
import { VerdictLine } from "./verdict-line.tsx";

/** The progress of the job's current step. A component of its own, because it renders several times a second. */
function StepProgress({ jobId, title }: { jobId: number; title: string }) {
  const { percentage, text } = useJobProgress(jobId);
  const value = percentage ?? 0;
  return (
    <>
      <Progress.Root size={8} className={classes.bar}>
        <Progress.Section value={value} aria-label={title} />
      </Progress.Root>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm" className={classes.step}>
          {text ?? " "}
        </Text>
        <Text size="sm" c="dimmed" className={classes.percent}>
          {percentage === null ? "" : `${Math.floor(value)}%`}
        </Text>
      </Group>
    </>
  );
}

type Props = {
  job: Job;
  /** Leads to the configuration; null: there is nothing to configure yet. */
  onConfigure: (() => void) | null;
  /** The page shows the configuration, with its own button that starts the training. */
  isConfiguring: boolean;
  /** Stands at the right of the title. */
  children?: ReactNode;
};

/** The state of the job, or the reason why it stopped, with the action for it. */
export function StatusBanner({ job, onConfigure, isConfiguring, children }: Props) {
  const { id: userId } = useCurrentUser();
  const banner = createBanner(job, userId);
  const { tone, title, detail, action } = banner;
  if (job.status === "Complete")
    return (
      <CompleteLine job={job} banner={banner}>
        {children}
        <StateButton jobId={job.id} action={action} />
      </CompleteLine>
    );
  return (
    <section className={classes.banner} data-tone={tone} aria-label="Status">
      <div className={classes.head}>
        <Text fw={600} className={classes.title} role={job.status.endsWith("Failed") ? "alert" : "status"}>
          {title}
        </Text>
        {children}
        {mayTrainOnPlatform(job) && <TrainOnPlatform jobId={job.id} />}
        {mayMove(job) && <ChangeTrainingLocation job={job} />}
        {action?.call === "configure" && onConfigure !== null && (
          <>
            {job.has_simulations && !isConfiguring && <TrainNow job={job} />}
            <Button size="xs" onClick={onConfigure}>
              {action.label}
            </Button>
          </>
        )}
        <StateButton jobId={job.id} action={action} />
      </div>
      {detail !== null && detail !== "" && (
        <Text size="sm" mt={4}>
          {detail}
        </Text>
      )}
      {isActive(job.status) && <StepProgress jobId={job.id} title={title} />}
      {isActive(job.status) && <MachineCost job={job} />}
      {isActive(job.status) && <QueuePlace job={job} />}
      <RunServers job={job} />
      <EmulatorOfJobWarning job={job} />
      {mayTrainLater(job) && <TrainWhenDone job={job} />}
      <VerdictLine job={job} />
    </section>
  );
}

/** The price of the machine that trains the job; nothing where there is none, or its price is not known. */
function MachineCost({ job: { training_server: server } }: { job: Job }) {
  const { provisioned_machine: machine } = useCurrentUser();
  if (server?.is_machine !== true || machine === null || machine.hourly_cost === null) return null;
  return (
    <Text size="sm" c="dimmed">
      The machine costs {machine.hourly_cost} an hour while it exists. Stop Training deletes it.
    </Text>
  );
}

/** The button of the job's state; nothing where there is none, or where it leads to the configuration. */
function StateButton({ jobId, action }: { jobId: number; action: BannerAction | null }) {
  if (action === null || action.call === "configure") return null;
  return (
    <ActionButton
      key={action.label}
      jobId={jobId}
      action={{ ...action, call: action.call }}
      variant={action.call === "retryJob" ? "filled" : "default"}
    />
  );
}

/** Others move in the queue without a change of this job. */
const POLL_MS = 3_000;

type QueuePlaceProps = { job: Pick<Job, "id" | "status"> };

/**
 * The place in the queue of a job that waits for a runner, and the reason why it waits. Each status has a queue of
 * its own.
 */
const QueuePlace = ({ job }: QueuePlaceProps) =>
  waitsForRunner(job.status) ? <Place key={job.status} job={job} /> : null;

function Place({ job: { id, status } }: QueuePlaceProps) {
  const load = useCallback(
    (signal: AbortSignal) => call("getJobQueue", { params: { job_id: id }, signal }),
    [id],
  );
  const { value: queue } = useQuery(load, { everyMs: POLL_MS });
  const text = queue && queueText(status, queue);
  return text === null ? null : <Text size="sm">{text}</Text>;
}
