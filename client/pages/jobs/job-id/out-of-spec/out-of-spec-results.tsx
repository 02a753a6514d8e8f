import { Alert, Skeleton, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import type { OutOfSpec } from "@understudy/shared/api/out-of-spec.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useMemo, useState } from "react";
import { ErrorBanner } from "../../../../components/error-banner.tsx";
import { useJobConfig } from "../../../../hooks/use-job-config.ts";
import { emulatorText } from "../optimization/design-text.ts";
import optimization from "../optimization/optimization.module.css";
import { withRanges } from "../optimization/quantities.ts";
import { JobGraphs } from "../simulations/spec-graphs.tsx";
import { DistributionsSection } from "../yield/distributions-section.tsx";
import { YieldSection } from "../yield/yield-section.tsx";
import { FalseAlarmTable } from "./false-alarms.tsx";
import { Overview } from "./overview.tsx";
import { PointCard, RegionCard } from "./region-card.tsx";
import { Regions } from "./regions.tsx";
import { SpecSummary } from "./spec-summary.tsx";
import { useOutOfSpec } from "./use-out-of-spec.ts";

/** Where designs are out of spec: how much of the ranges fails, the separate regions, and the worst designs. */
export function OutOfSpecResults({ job }: { job: Job }) {
  const { value, failure, reload } = useOutOfSpec(job);
  if (value === null)
    return failure === null ? (
      <Skeleton height={320} />
    ) : (
      <ErrorBanner message={MESSAGES.loadingResults} onRetry={reload} />
    );
  return <Results job={job} found={value} />;
}

function Results({ job, found }: { job: Job; found: OutOfSpec }) {
  const { config } = useJobConfig(job.id);
  const looks = useMemo(
    () =>
      config &&
      withRanges(
        config,
        found.regions.map(({ worst }) => worst),
      ),
    [config, found.regions],
  );
  const [region, setRegion] = useState(0);
  const [point, setPoint] = useState<number | null>(null);
  const { regions, points, false_alarms } = found;
  const chosen = regions[region] === undefined ? 0 : region;
  const clicked = point === null ? undefined : points[point];
  const hasRegions = regions.length > 0;
  return (
    <Stack gap="sm">
      <EmulatorNotice found={found} />
      <SpecSummary job={job} found={found} />
      {hasRegions && <Regions found={found} looks={looks} selected={chosen} onSelect={setRegion} />}
      {(hasRegions || clicked !== undefined) && (
        <div className={optimization.cards}>
          {hasRegions && <RegionCard job={job} found={found} looks={looks} region={chosen} />}
          {clicked !== undefined && <PointCard job={job} found={found} looks={looks} point={clicked} />}
        </div>
      )}
      {points.length > 0 && (
        <Overview
          found={found}
          looks={looks}
          region={regions[chosen] ?? null}
          selected={clicked === undefined ? null : point}
          onSelect={setPoint}
        />
      )}
      {false_alarms !== null && found.is_verified && <FalseAlarmTable alarms={false_alarms} />}
      {looks !== null && !found.is_simulated && (
        <YieldSection
          job={job}
          around={null}
          distributions={{}}
          looks={looks}
          needsLeastScore={false}
          emulatorJobId={found.emulator?.job_id ?? null}
        />
      )}
      {looks !== null && found.is_simulated && <DistributionsSection job={job} looks={looks} />}
      <JobGraphs job={job} />
    </Stack>
  );
}

function EmulatorNotice({ found }: { found: OutOfSpec }) {
  const text = emulatorText(found, "the search");
  return text === null ? null : (
    <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />}>
      <Text size="sm">{text}</Text>
    </Alert>
  );
}
