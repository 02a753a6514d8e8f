import { Alert, Skeleton, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import type { Sampling } from "@understudy/shared/api/sampling.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useCallback, useMemo } from "react";
import { call } from "#api/call.ts";
import { useJobConfig, useJobProgress } from "#data/jobs.ts";
import { useQuery } from "#data/query.ts";
import { emulatorText } from "#designs/design-text.ts";
import optimizationClasses from "#designs/optimization.module.css";
import { shownParameters } from "#designs/parameters.ts";
import { JobGraphs } from "#designs/spec-graphs.tsx";
import { ErrorBanner } from "#ui/error-banner.tsx";
import { AutocorrelationTimes, Traces } from "./chain-plots.tsx";
import { Corner } from "./corner.tsx";
import { ParameterTable } from "./parameter-table.tsx";
import { SampledOutputs } from "./sampled-outputs.tsx";
import { SamplingSummary } from "./sampling-summary.tsx";

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
