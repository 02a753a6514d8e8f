import { Alert, Button, Skeleton, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import type { Optimization } from "@understudy/shared/api/optimization.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useMemo, useState } from "react";
import { useJobConfig } from "#data/jobs.ts";
import { useLinkedSelection } from "#plots/analysis/use-linked-selection.ts";
import { ErrorBanner } from "#ui/error-banner.tsx";
import { IterationGraphs, JobGraphs } from "../simulations/spec-graphs.tsx";
import { useViewPart, viewParts } from "../together/view-parts.ts";
import { YieldAroundDesign } from "../yield/yield-around-design.tsx";
import { BestScore } from "./best-score.tsx";
import { DesignCard } from "./design-card.tsx";
import { emulatorText, robustText } from "./design-text.ts";
import { FrontPlot } from "./front-plot.tsx";
import { ImportancePlot } from "./importance.tsx";
import { Optima } from "./optima.tsx";
import classes from "./optimization.module.css";
import { frontColumns } from "./parallel-columns.ts";
import { withRanges } from "./quantities.ts";
import { SearchSummary } from "./search-summary.tsx";
import { BEST_SELECTED, isSameSelected, type Selected, shownDesign, sortFront } from "./shown-designs.ts";
import { TargetCurvesPlot } from "./target-curves.tsx";
import { useOptimization } from "./use-optimization.ts";

/** The results of an optimization: the best design first, then everything that it can be compared with. */
export function OptimizationResults({ job }: { job: Job }) {
  const { value, failure, reload } = useOptimization(job);
  if (value === null)
    return failure === null ? (
      <Skeleton height={320} />
    ) : (
      <ErrorBanner message={MESSAGES.loadingResults} onRetry={reload} />
    );
  return <Results job={job} optimization={value} />;
}

function Results({ job, optimization }: { job: Job; optimization: Optimization }) {
  const { config } = useJobConfig(job.id);
  const looks = useMemo(
    () => config && withRanges(config, optimization.maxima),
    [config, optimization.maxima],
  );
  const [selected, select] = useState<Selected>(BEST_SELECTED);
  useViewPart({
    read: () => ({ design: selected === BEST_SELECTED ? null : selected }),
    apply: ({ design }) =>
      !isSameSelected(design ?? BEST_SELECTED, selected) && select(design ?? BEST_SELECTED),
  });
  const choose = (next: Selected) => {
    select(next);
    viewParts.changed();
  };
  const front = useMemo(() => sortFront(optimization.front), [optimization.front]);
  const frontAxes = useMemo(
    () => frontColumns(front, optimization.goals, looks),
    [front, optimization.goals, looks],
  );
  const frontSelection = useLinkedSelection(frontAxes, front.length);
  const shown = shownDesign(optimization, front, selected);
  const isWaiting = optimization.evaluations === 0 && isActive(job.status);
  // While it runs there is the best so far alone.
  const hasOptima =
    optimization.maxima.length > 1 || (optimization.stop_reason !== null && optimization.maxima.length > 0);
  const hasFront = front.length > 0 && optimization.goals.length > 1;
  return (
    <Stack gap="sm">
      <EmulatorNotice optimization={optimization} />
      <SearchSummary job={job} optimization={optimization} />
      {shown === null ? (
        <NothingFound isWaiting={isWaiting} />
      ) : (
        <div className={classes.cards}>
          <DesignCard job={job} optimization={optimization} shown={shown} looks={looks} note={null}>
            {selected !== BEST_SELECTED && (
              <Button size="compact-xs" variant="subtle" onClick={() => choose(BEST_SELECTED)}>
                Back to the best
              </Button>
            )}
          </DesignCard>
          <Robust job={job} optimization={optimization} looks={looks} />
        </div>
      )}
      {hasOptima && (
        <Optima
          optimization={optimization}
          looks={looks}
          front={front}
          frontLines={{ columns: frontAxes, selection: frontSelection }}
          selected={selected}
          onSelect={choose}
        />
      )}
      <TargetCurvesPlot job={job} looks={config} selected={selected} />
      {hasFront && (
        <FrontPlot
          front={front}
          goals={optimization.goals}
          selection={frontSelection}
          selected={selected}
          onSelect={choose}
        />
      )}
      {optimization.path.length > 0 && (
        <div className={classes.cards}>
          <BestScore optimization={optimization} />
          <ImportancePlot optimization={optimization} looks={looks} />
        </div>
      )}
      {shown !== null && looks !== null && (
        <YieldAroundDesign job={job} optimization={optimization} shown={shown} looks={looks} />
      )}
      {optimization.evaluations > 0 && <IterationGraphs job={job} />}
      <JobGraphs job={job} />
    </Stack>
  );
}

function EmulatorNotice({ optimization }: { optimization: Optimization }) {
  const text = emulatorText(optimization);
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

/** Shows the robust design beside the best one, where they differ. */
function Robust({ optimization, ...rest }: RobustProps) {
  const text = robustText(optimization.maxima[0], optimization.robust);
  if (text === null || optimization.robust === null) return null;
  const shown = { kind: "maximum", title: "Robust design", design: optimization.robust } as const;
  return <DesignCard {...rest} optimization={optimization} shown={shown} note={text} />;
}
