import { Alert, Button, Skeleton, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import type { Optimization } from "@understudy/shared/api/optimization.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useCallback, useMemo, useRef, useState } from "react";
import { call } from "#api/call.ts";
import { useJobConfig, useJobProgress } from "#data/jobs.ts";
import { useQuery } from "#data/query.ts";
import { DesignCard } from "#designs/design-card.tsx";
import { inEmulatorPath } from "#designs/design-links.ts";
import { emulatorText, robustText } from "#designs/design-text.ts";
import classes from "#designs/optimization.module.css";
import { type Looks, withRanges } from "#designs/quantities.ts";
import {
  BEST_SELECTED,
  isSameSelected,
  type Selected,
  shownDesign,
  sortFront,
} from "#designs/shown-designs.ts";
import { IterationGraphs, JobGraphs } from "#designs/spec-graphs.tsx";
import { YieldAroundDesign } from "#designs/yield/yield-around-design.tsx";
import { useViewPart, viewParts } from "#job/view-parts.ts";
import { createDesignTable } from "#plots/analysis/parallel-coordinates.ts";
import { tableCsv } from "#plots/csv.ts";
import type { SelectedItem } from "#selection/page-selection.ts";
import { SelectionBar, type SelectionFile } from "#selection/selection-bar.tsx";
import { useDesignSelection } from "#selection/use-design-selection.ts";
import { ErrorBanner } from "#ui/load-states.tsx";
import { FrontPlot } from "./front-plot.tsx";
import { Optima } from "./optima.tsx";
import { optimaCsv } from "./optima-csv.ts";
import { frontColumns, optimaColumns } from "./parallel-columns.ts";
import { BestScore, ImportancePlot } from "./score-plots.tsx";
import { SearchSummary } from "./search-summary.tsx";
import { TargetCurvesPlot } from "./target-curves.tsx";

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
  const selections = useDesigns(optimization, front, looks);
  const shown = shownDesign(optimization, front, selected);
  const cards = useRef<HTMLDivElement>(null);
  const { emulator } = optimization;
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
        <div ref={cards} className={classes.cards}>
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
          selections={selections}
          selected={selected}
          onSelect={choose}
        />
      )}
      <TargetCurvesPlot job={job} looks={config} selected={selected} />
      {hasFront && (
        <FrontPlot
          front={front}
          goals={optimization.goals}
          selection={selections.front}
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
      <SelectionBar
        job={job}
        counts={{ design: optimization.maxima.length, front: front.length }}
        onCompare={(item) => {
          choose(toSelected(item));
          cards.current?.scrollIntoView({ block: "nearest" });
        }}
        makeFiles={async () => makeFiles(optimization, selections, looks)}
        findEmulatorPath={(item) => {
          const compared = shownDesign(optimization, front, toSelected(item));
          return emulator && compared && inEmulatorPath(emulator.job_id, compared.design.inputs);
        }}
      />
    </Stack>
  );
}

const toSelected = ({ kind, number }: SelectedItem): Selected => ({
  kind: kind === "front" ? "front" : "maximum",
  at: number,
});

/** The designs of the table and those of the front, as they are selected. */
function useDesigns(optimization: Optimization, front: Optimization["front"], looks: Looks | null) {
  const { maxima, goals } = optimization;
  const optimaAxes = useMemo(() => optimaColumns(maxima, looks), [maxima, looks]);
  const frontAxes = useMemo(() => frontColumns(front, goals, looks), [front, goals, looks]);
  const simulations = useMemo(() => maxima.map(({ simulation_id }) => simulation_id), [maxima]);
  return {
    maximum: useDesignSelection("design", optimaAxes, maxima.length, simulations),
    front: useDesignSelection("front", frontAxes, front.length),
  };
}

/** The selected designs of the table and those of the front, which have other columns. */
function makeFiles(
  { maxima }: Optimization,
  { maximum, front }: ReturnType<typeof useDesigns>,
  looks: Looks | null,
): SelectionFile[] {
  const optima = maxima
    .map((design, rank) => ({ rank, design }))
    .filter(({ rank }) => maximum.selected?.has(rank));
  const onFront = createDesignTable(front.columns, [...(front.selected ?? [])]);
  return [
    ...(optima.length > 0 ? [{ name: "selected-designs", csv: optimaCsv(optima, looks) }] : []),
    ...(onFront.rows.length > 0 ? [{ name: "selected-front-designs", csv: tableCsv(onFront) }] : []),
  ];
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

/** While the job is worked on (ms). */
const REFRESH_INTERVALS = { leastMs: 1_000, everyMs: 10_000 } as const;

/** The results of an optimization, live. */
function useOptimization({ id, revision, status }: Job) {
  const { percentage, text } = useJobProgress(id);
  const load = useCallback(
    (signal: AbortSignal) => call("getOptimization", { params: { job_id: id }, signal }),
    [id],
  );
  return useQuery(load, {
    tick: JSON.stringify([revision, percentage, text]),
    leastMs: REFRESH_INTERVALS.leastMs,
    everyMs: isActive(status) ? REFRESH_INTERVALS.everyMs : null,
  });
}
