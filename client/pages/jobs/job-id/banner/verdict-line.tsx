import { Button, Text } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import {
  type EmulatorQuality,
  nextStepOf,
  overallVerdict,
} from "@understudy/shared/domain/emulator-quality.ts";
import { Link } from "react-router-dom";
import { VerdictBadge } from "../../../../components/verdict-badge.tsx";
import { useJobConfig } from "../../../../hooks/use-job-config.ts";
import { useSpecIsDeleted } from "../../../../hooks/use-spec-is-deleted.ts";
import { trainAgainPath } from "../emulator/new-job-links.ts";
import { outputLook } from "../optimization/quantities.ts";
import { ActionButton } from "./action-button.tsx";
import classes from "./status-banner.module.css";
import { changeText, cutText, nextStepText, verdictText } from "./verdict-text.ts";

const TRAIN_ON = { call: "resumeJob", doing: "resuming the training" } as const;

/** Whether the job's emulator is good enough, why, and the next step. */
export function VerdictLine({ job, quality }: { job: Job; quality: EmulatorQuality }) {
  const { config } = useJobConfig(job.id);
  const nameOf = (name: string): string => outputLook(config, name).display;
  const verdict = overallVerdict(quality);
  if (verdict === null) return null;
  const details = [cutText(quality), changeText(quality, nameOf)].filter((text) => text !== null);
  return (
    <section className={classes.verdict} aria-label="Verdict on the emulator">
      <VerdictBadge verdict={verdict} />
      <div className={classes.reasons}>
        <Text size="sm">{verdictText(quality, nameOf)}</Text>
        {details.length > 0 && (
          <Text size="sm" c="dimmed">
            {details.join(" ")}
          </Text>
        )}
        {job.status === "Complete" && <NextStep job={job} quality={quality} />}
      </div>
    </section>
  );
}

function NextStep({ job, quality }: { job: Job; quality: EmulatorQuality }) {
  const step = nextStepOf(quality, job.is_data_driven);
  const isDeleted = useSpecIsDeleted(job.spec_version_id);
  if (step === null) return null;
  const { text, label, resumes } = nextStepText(step, job);
  const isShown = resumes ? job.can_be_changed : !isDeleted;
  return (
    <div className={classes.next}>
      <Text size="sm" fw={600}>
        {text}
      </Text>
      {isShown && resumes && <ActionButton jobId={job.id} action={{ ...TRAIN_ON, label }} variant="light" />}
      {isShown && !resumes && (
        <Button component={Link} to={trainAgainPath(job)} size="xs" variant="light">
          {label}
        </Button>
      )}
    </div>
  );
}
