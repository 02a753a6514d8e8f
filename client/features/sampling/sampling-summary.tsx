import { Button, Group, Paper, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconDownload } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import type { Sampling } from "@understudy/shared/api/sampling.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { countText, exactText, roundTo } from "@understudy/shared/number-text.ts";
import { useJobProgress } from "#data/jobs.ts";
import { Fact } from "#designs/fact.tsx";
import optimizationClasses from "#designs/optimization.module.css";
import progressClasses from "#designs/progress.module.css";
import { inputLook, type Looks } from "#designs/quantities.ts";
import {
  chainWarnings,
  endText,
  findLeastEffective,
  findLongestTime,
  headline,
  inSpecText,
  percent,
  regionsText,
  screenedText,
  unscannedText,
  withoutEffectText,
} from "#designs/sampling-text.ts";

type Props = { job: Job; sampling: Sampling; looks: Looks | null };

const numberText = (value: number | null): string => (value === null ? "–" : countText(Math.round(value)));

/** The reliability of the chain, in sentences and figures, and its files. */
export function SamplingSummary({ job, sampling, looks }: Props) {
  const { text } = useJobProgress(job.id);
  const stage = isActive(job.status) ? text : endText(sampling);
  const formatName = (name: string) => inputLook(looks, name).display;
  const inSpec = inSpecText(sampling);
  const notes = [
    regionsText(sampling, formatName),
    unscannedText(sampling),
    withoutEffectText(sampling, formatName),
    sampling.includes_uncertainty ? "The emulator’s own uncertainty is part of the density." : null,
    sampling.screened_out > 0 ? screenedText(sampling) : null,
  ].filter((note) => note !== null);
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="sampling-result">
      <div className={progressClasses.head}>
        <div>
          <Title order={2} id="sampling-result">
            {headline(sampling)}
          </Title>
          {inSpec !== null && <Text size="sm">{inSpec}</Text>}
          {stage !== null && (
            <Text size="sm" c="dimmed">
              {stage}
            </Text>
          )}
        </div>
        <dl className={progressClasses.facts}>
          <Fact label="Effective samples">{numberText(findLeastEffective(sampling))}</Fact>
          <Fact label="Longest autocorrelation time">{timeText(findLongestTime(sampling))}</Fact>
          <Fact label="Acceptance">{sampling.steps === 0 ? "–" : percent(sampling.acceptance)}</Fact>
          <Fact label="Steps">{countText(sampling.steps)}</Fact>
          <Fact label="Walkers">{countText(sampling.walkers)}</Fact>
        </dl>
      </div>
      <ul className={optimizationClasses.warnings}>
        {chainWarnings(sampling, formatName).map((warning) => (
          <li key={warning}>
            <IconAlertTriangle size={15} aria-hidden />
            <span>{warning}</span>
          </li>
        ))}
      </ul>
      {notes.map((note) => (
        <Text key={note} size="sm" c="dimmed" mt={4}>
          {note}
        </Text>
      ))}
      {sampling.steps > 0 && <ChainFiles jobId={job.id} />}
    </Paper>
  );
}

const timeText = (time: number | null): string =>
  time === null ? "–" : `${exactText(roundTo(time, 3))} steps`;

/** All steps of the chain, as they are now. */
function ChainFiles({ jobId }: { jobId: number }) {
  const href = (ending: string) => `/static/work_dirs/${jobId}/chain.${ending}`;
  return (
    <Group gap="xs" mt="xs">
      {[
        ["csv", "Chain as CSV"],
        ["npy", "Chain for NumPy"],
      ].map(([ending = "", label]) => (
        <Button
          key={ending}
          component="a"
          href={href(ending)}
          download
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} />}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
