import { Alert, Button, Skeleton, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import type { Optimization } from "@understudy/shared/api/optimization.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useMemo, useState } from "react";
import { ErrorBanner } from "../../../../components/error-banner.tsx";
import { useJobConfig } from "../../../../hooks/use-job-config.ts";
import { IterationGraphs, JobGraphs } from "../simulations/spec-graphs.tsx";
import { YieldAroundDesign } from "../yield/yield-around-design.tsx";
import { BestScore } from "./best-score.tsx";
import { DesignCard } from "./design-card.tsx";
import { emulatorText, robustText } from "./design-text.ts";
import { FrontPlot } from "./front-plot.tsx";
import { ImportancePlot } from "./importance.tsx";
import { Optima } from "./optima.tsx";
import classes from "./optimization.module.css";
import { withRanges } from "./quantities.ts";
import { SearchSummary } from "./search-summary.tsx";
import { BEST, orderedFront, type Selected, shownDesign } from "./shown-designs.ts";
import { TargetCurvesPlot } from "./target-curves.tsx";
import { useOptimization } from "./use-optimization.ts";

/** What an optimization has found: the best design first, then everything that it can be compared with. */
export function OptimizationResults({ job }: { job: Job }) {
  const { value, failure, reload } = useOptimization(job);
  if (value === null)
    return failure === null ? (
      <Skeleton height={320} />
    ) : (
      <ErrorBanner message={MESSAGES.loadingResults} onRetry={reload} />
    );
  return <Results job={job} found={value} />;
}

function Results({ job, found }: { job: Job; found: Optimization }) {
  const { config } = useJobConfig(job.id);
  const looks = useMemo(() => config && withRanges(config, found.maxima), [config, found.maxima]);
  const [selected, select] = useState<Selected>(BEST);
  const front = useMemo(() => orderedFront(found.front), [found.front]);
  const shown = shownDesign(found, front, selected);
  const isWaiting = found.evaluations === 0 && isActive(job.status);
  // While it runs there is the best so far alone.
  const hasOptima = found.maxima.length > 1 || (found.stop_reason !== null && found.maxima.length > 0);
  const hasFront = front.length > 0 && found.goals.length > 1;
  return (
    <Stack gap="sm">
      <EmulatorNotice found={found} />
      <SearchSummary job={job} found={found} />
      {shown === null ? (
        <NothingFound isWaiting={isWaiting} />
      ) : (
        <div className={classes.cards}>
          <DesignCard job={job} found={found} shown={shown} looks={looks} note={null}>
            {selected !== BEST && (
              <Button size="compact-xs" variant="subtle" onClick={() => select(BEST)}>
                Back to the best
              </Button>
            )}
          </DesignCard>
          <Robust job={job} found={found} looks={looks} />
        </div>
      )}
      {hasOptima && (
        <Optima found={found} looks={looks} front={front} selected={selected} onSelect={select} />
      )}
      <TargetCurvesPlot job={job} looks={config} selected={selected} />
      {hasFront && <FrontPlot front={front} goals={found.goals} selected={selected} onSelect={select} />}
      {found.path.length > 0 && (
        <div className={classes.cards}>
          <BestScore found={found} />
          <ImportancePlot found={found} looks={looks} />
        </div>
      )}
      {shown !== null && looks !== null && (
        <YieldAroundDesign job={job} found={found} shown={shown} looks={looks} />
      )}
      {found.evaluations > 0 && <IterationGraphs job={job} />}
      <JobGraphs job={job} />
    </Stack>
  );
}

function EmulatorNotice({ found }: { found: Optimization }) {
  const text = emulatorText(found);
  return text === null ? null : (
    <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />}>
      <Text size="sm">{text}</Text>
    </Alert>
  );
}

function NothingFound({ isWaiting }: { isWaiting: boolean }) {
  return (
    <Text c="dimmed" ta="center" py="xl">
      {isWaiting
        ? "The best design appears here as soon as designs are evaluated."
        : "No design has been found."}
    </Text>
  );
}

type RobustProps = Omit<Parameters<typeof DesignCard>[0], "shown" | "note" | "children">;

/** Beside the best design, where it is another one. */
function Robust({ found, ...rest }: RobustProps) {
  const text = robustText(found.maxima[0], found.robust);
  if (text === null || found.robust === null) return null;
  const shown = { kind: "maximum", title: "Robust design", design: found.robust } as const;
  return <DesignCard {...rest} found={found} shown={shown} note={text} />;
}
