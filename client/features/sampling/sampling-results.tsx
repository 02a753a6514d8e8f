import { Alert, Button, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconDownload } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import type { Sampling } from "@understudy/shared/api/sampling.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { countText, exactText, roundTo } from "@understudy/shared/number-text.ts";
import { useCallback, useMemo } from "react";
import { call } from "#api/call.ts";
import { useJobConfig, useJobProgress } from "#data/jobs.ts";
import { useQuery } from "#data/query.ts";
import { emulatorText } from "#designs/design-text.ts";
import { Fact } from "#designs/fact.tsx";
import optimizationClasses from "#designs/optimization.module.css";
import { shownParameters } from "#designs/parameters.ts";
import { inputLook, type Looks } from "#designs/quantities.ts";
import { ResultHead } from "#designs/result-head.tsx";
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
import { JobGraphs } from "#designs/spec-graphs.tsx";
import { SelectionBar } from "#selection/selection-bar.tsx";
import { ErrorBanner } from "#ui/load-states.tsx";
import { AutocorrelationTimes, Corner, Traces } from "./chain-plots.tsx";
import { ParameterTable } from "./parameter-table.tsx";
import { SampledOutputs } from "./sampled-outputs.tsx";

/** The results of a sampling: the reliability of its chain, then the distributions. */
export function SamplingResults({ job }: { job: Job }) {
  const { value, failure, reload } = useSampling(job);
  if (value === null)
    return failure === null ? (
      <Skeleton height={320} />
    ) : (
      <ErrorBanner message={MESSAGES.loadingResults} onRetry={reload} />
    );
  return <Results job={job} sampling={value} />;
}

function Results({ job, sampling }: { job: Job; sampling: Sampling }) {
  const { config } = useJobConfig(job.id);
  const parameters = useMemo(() => shownParameters(sampling, config), [sampling, config]);
  const notice = emulatorText(sampling, "the sampling");
  return (
    <Stack gap="sm">
      {notice !== null && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />}>
          <Text size="sm">{notice}</Text>
        </Alert>
      )}
      <SamplingSummary job={job} sampling={sampling} looks={config} />
      {parameters.length === 0 ? (
        <Text c="dimmed" ta="center" py="xl">
          {isActive(job.status)
            ? "The distribution appears here as soon as the walkers have moved a few times."
            : "Nothing has been sampled."}
        </Text>
      ) : (
        <>
          <Corner sampling={sampling} parameters={parameters} />
          <ParameterTable parameters={parameters} />
          <SampledOutputs sampling={sampling} config={config} />
          <div className={optimizationClasses.cards}>
            <Traces sampling={sampling} parameters={parameters} />
            <AutocorrelationTimes sampling={sampling} parameters={parameters} />
          </div>
        </>
      )}
      <JobGraphs job={job} />
      <SelectionBar job={job} />
    </Stack>
  );
}

/** While the job is worked on (ms). */
const REFRESH_INTERVALS = { leastMs: 1_000, everyMs: 10_000 } as const;

/** The results of a sampling, live. */
function useSampling({ id, revision, status }: Job) {
  const { percentage, text } = useJobProgress(id);
  const load = useCallback(
    (signal: AbortSignal) => call("getSampling", { params: { job_id: id }, signal }),
    [id],
  );
  return useQuery(load, {
    tick: JSON.stringify([revision, percentage, text]),
    leastMs: REFRESH_INTERVALS.leastMs,
    everyMs: isActive(status) ? REFRESH_INTERVALS.everyMs : null,
  });
}

type Props = { job: Job; sampling: Sampling; looks: Looks | null };

const numberText = (value: number | null): string => (value === null ? "–" : countText(Math.round(value)));

/** The reliability of the chain, in sentences and figures, and its files. */
function SamplingSummary({ job, sampling, looks }: Props) {
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
      <ResultHead id="sampling-result" headline={headline(sampling)} sentences={[inSpec]} stage={stage}>
        <Fact label="Effective samples">{numberText(findLeastEffective(sampling))}</Fact>
        <Fact label="Longest autocorrelation time">{timeText(findLongestTime(sampling))}</Fact>
        <Fact label="Acceptance">{sampling.steps === 0 ? "–" : percent(sampling.acceptance)}</Fact>
        <Fact label="Steps">{countText(sampling.steps)}</Fact>
        <Fact label="Walkers">{countText(sampling.walkers)}</Fact>
      </ResultHead>
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
