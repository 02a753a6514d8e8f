import { Button, Text } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import { overallVerdict } from "@understudy/shared/domain/emulator-quality.ts";
import { Link } from "react-router-dom";
import { useJobConfig } from "#data/jobs.ts";
import { useSpecIsDeleted } from "#data/specs.ts";
import { outputLook } from "#designs/quantities.ts";
import { trainAgainPath } from "#predictions/new-job-links.ts";
import { changeText, cutText, verdictText } from "#predictions/verdict-text.ts";
import { VerdictBadge } from "#ui/verdict-badge.tsx";
import { ActionButton } from "./action-button.tsx";
import classes from "./status-banner.module.css";

const TRAIN_ON = { call: "resumeJob", doing: "resuming the training" } as const;

/** The verdict on a job's emulator in words; null: it has none. */
export function useVerdict(job: Pick<Job, "id" | "emulator_quality">) {
  const { config } = useJobConfig(job.id);
  const { emulator_quality: quality } = job;
  const verdict = quality && overallVerdict(quality);
  if (quality === null || verdict === null) return null;
  const formatName = (name: string): string => outputLook(config, name).display;
  const details = [cutText(quality), changeText(quality, formatName)].filter((text) => text !== null);
  return { verdict, reason: verdictText(quality, formatName), details };
}

type NextStep = NonNullable<Job["next_step"]>;

/** The step that would improve the emulator of a complete job, and whether its button is offered; null: none is needed. */
export function useNextStep({
  next_step: step,
  spec_version_id,
  can_be_changed,
}: Job): (NextStep & { isOffered: boolean }) | null {
  const isDeleted = useSpecIsDeleted(spec_version_id);
  return step && { ...step, isOffered: step.resumes ? can_be_changed : !isDeleted };
}

type ButtonProps = { job: Job; step: NextStep };

/** Resumes the job, or leads to a new one, whichever the next step is. */
export function NextStepButton({ job, step: { label, resumes } }: ButtonProps) {
  if (resumes) return <ActionButton jobId={job.id} action={{ ...TRAIN_ON, label }} variant="light" />;
  return (
    <Button component={Link} to={trainAgainPath(job)} size="xs" variant="light" className={classes.button}>
      {label}
    </Button>
  );
}

/** The verdict on the emulator of a job that is not complete, with its reasons. */
export function VerdictLine({ job }: { job: Job }) {
  const verdict = useVerdict(job);
  if (verdict === null) return null;
  return (
    <section className={classes.verdict} aria-label="Verdict on the emulator">
      <VerdictBadge verdict={verdict.verdict} />
      <div className={classes.reasons}>
        <Text size="sm">{verdict.reason}</Text>
        {verdict.details.length > 0 && (
          <Text size="sm" c="dimmed">
            {verdict.details.join(" ")}
          </Text>
        )}
      </div>
    </section>
  );
}
