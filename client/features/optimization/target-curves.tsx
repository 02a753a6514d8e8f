import { Paper, Title } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { TargetCurves } from "@understudy/shared/api/target-curves.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { HISTORY_POLL_MS } from "@understudy/shared/limits.ts";
import { useCallback, useMemo } from "react";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import type { Selected } from "#designs/shown-designs.ts";
import { findDisplay } from "#designs/values.ts";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import { Legend } from "#plots/chart/legend.tsx";
import { type CurvesAndTarget, targetCurvesChart } from "#plots/figures/target-curves.ts";
import { usePalette } from "#plots/use-palette.ts";

const ROW_INDEX = "Row index";

type Props = { job: Job; looks: JobConfig | null; selected: Selected };

/** The curves of the best designs over the one that the score compares them with; nothing where it compares none. */
export function TargetCurvesPlot({ job: { id, status }, looks, selected }: Props) {
  const palette = usePalette();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the job has moved on
  const load = useCallback(
    (signal: AbortSignal) => call("getTargetCurves", { params: { job_id: id }, signal }),
    [id, status],
  );
  const { value } = useQuery(load, { everyMs: isActive(status) ? HISTORY_POLL_MS : null });
  const curves = value?.curves ?? null;
  const shown = useMemo(
    () => curves && shownCurves(curves, looks, selected.kind === "maximum" ? selected.at : 0),
    [curves, looks, selected],
  );
  const chart = useMemo(() => shown && targetCurvesChart(shown, palette), [shown, palette]);
  if (shown === null || chart === null || shown.designs.length === 0) return null;
  const chosen = shown.designs.find(({ isChosen }) => isChosen);
  const hasOthers = shown.designs.some(({ isChosen }) => !isChosen);
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="target-curves">
      <Title order={2} id="target-curves">
        {shown.name} and its target
      </Title>
      <ChartPlot
        chart={chart}
        label={`${shown.name} of the best designs and its target`}
        height={320}
        isWaiting={false}
      />
      <Legend
        items={[
          { label: "Target", color: palette.actual, kind: "dots" },
          ...(chosen === undefined
            ? []
            : [{ label: chosen.label, color: palette.prediction, kind: "line" as const }]),
          ...(chosen?.bounds ? [{ label: "95% bounds", color: palette.band, kind: "band" as const }] : []),
          ...(hasOthers
            ? [{ label: "Other local optima", color: palette.prediction, kind: "pale" as const }]
            : []),
        ]}
      />
    </Paper>
  );
}

/** Converts the curves to the units of the page. */
function shownCurves(
  { name, coordinate, target, designs }: TargetCurves,
  looks: JobConfig | null,
  selected: number,
): CurvesAndTarget {
  const output = findDisplay(looks?.outputs ?? [], name);
  const over = findDisplay(looks?.coordinates ?? [], coordinate.name ?? ROW_INDEX);
  const across = (values: readonly number[]) => values.map((value) => value / over.unit.multiplier);
  const up = (values: readonly number[]) => values.map((value) => value / output.unit.multiplier);
  return {
    name: output.display,
    unit: output.unit.text,
    coordinate: over.display,
    coordinateUnit: over.unit.text,
    spacing: looks?.coordinates.find((candidate) => candidate.name === coordinate.name)?.spacing ?? "linear",
    target: { x: across(target.x), y: up(target.y) },
    designs: designs.map(({ maximum, values, bounds }) => ({
      label: maximum === 0 ? "Best design" : `Local optimum ${maximum + 1}`,
      isChosen: maximum === selected,
      x: across(coordinate.values),
      y: up(values),
      bounds: bounds && { lower: up(bounds.lower), upper: up(bounds.upper) },
    })),
  };
}
