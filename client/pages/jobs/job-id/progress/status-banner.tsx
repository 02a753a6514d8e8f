import { Button, Group, Progress, Text } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { ReactNode } from "react";
import { call } from "../../../../api/call.ts";
import { useAction } from "../../../../hooks/use-action.ts";
import { useJobProgress } from "../../../../hooks/use-job-progress.ts";
import { upsertJob } from "../../../../store/jobs.ts";
import { type BannerAction, bannerOf, mayMove } from "./banner.ts";
import classes from "./status-banner.module.css";
import { TrainElsewhere } from "./train-elsewhere.tsx";

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
        <Text size="sm" c="dimmed" truncate className={classes.step}>
          {text ?? " "}
        </Text>
        <Text size="sm" c="dimmed" className={classes.percent}>
          {percentage === null ? "" : `${Math.floor(value)}%`}
        </Text>
      </Group>
    </>
  );
}

function ActionButton({
  jobId,
  action,
}: {
  jobId: number;
  action: BannerAction & { call: Exclude<BannerAction["call"], "configure"> };
}) {
  const { run, busy } = useAction(action.doing);
  const act = () =>
    run(async () => {
      upsertJob(await call(action.call, { params: { job_id: jobId } }));
    });
  return (
    <Button size="xs" variant="default" loading={busy} onClick={() => void act()}>
      {action.label}
    </Button>
  );
}

type Props = {
  job: Job;
  onConfigure: () => void;
  /** Stands at the right of the title. */
  children?: ReactNode;
};

/** What the job is doing, or why it stopped, with the action for it. */
export function StatusBanner({ job, onConfigure, children }: Props) {
  const { tone, title, detail, action } = bannerOf(job);
  return (
    <section className={classes.banner} data-tone={tone} aria-label="Status">
      <div className={classes.head}>
        <Text fw={600} className={classes.title} role={tone === "bad" ? "alert" : "status"}>
          {title}
        </Text>
        {children}
        {mayMove(job) && <TrainElsewhere job={job} />}
        {action?.call === "configure" && (
          <Button size="xs" onClick={onConfigure}>
            {action.label}
          </Button>
        )}
        {action !== null && action.call !== "configure" && (
          <ActionButton key={action.label} jobId={job.id} action={{ ...action, call: action.call }} />
        )}
      </div>
      {detail !== null && detail !== "" && <Text size="sm">{detail}</Text>}
      {tone === "active" && <StepProgress jobId={job.id} title={title} />}
    </section>
  );
}
