/** The scores of an optimization: the best by evaluation, and what it loses when one variable moves. */
import { Group, Paper, SegmentedControl, Text, Title } from "@mantine/core";
import type { Optimization } from "@understudy/shared/api/optimization.ts";
import { IMPORTANCE_SHARE } from "@understudy/shared/limits.ts";
import { useMemo, useState } from "react";
import type { Looks } from "#designs/quantities.ts";
import { AnalysisChart } from "#plots/analysis/analysis-plot.tsx";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import { Legend } from "#plots/chart/legend.tsx";
import { bestScoreChart, isOutside } from "#plots/figures/best-score.ts";
import {
  importanceChart,
  importanceColors,
  importanceHeight,
  importanceSides,
} from "#plots/figures/importance.ts";
import { usePalette } from "#plots/use-palette.ts";
import { breaksSomewhere, endsSomewhere, importanceBars } from "./importance-bars.ts";

const AXIS_SPACINGS = [
  { value: "linear" as const, label: "Linear" },
  { value: "log" as const, label: "Logarithmic" },
];

/** The best score by number of evaluations. */
export function BestScore({ optimization }: { optimization: Optimization }) {
  const palette = usePalette();
  const [spacing, setSpacing] = useState<"linear" | "log">(optimization.is_simulated ? "linear" : "log");
  const { path, evaluations, maxima } = optimization;
  const hasSpec = maxima.some(({ in_spec }) => in_spec !== null);
  const isEverOutside = path.some(isOutside);
  const chart = useMemo(
    () => bestScoreChart({ path, evaluations, hasSpec }, spacing, palette),
    [path, evaluations, hasSpec, spacing, palette],
  );
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="best-score">
      <Group justify="space-between" gap="xs">
        <Title order={2} id="best-score">
          Best score
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Spacing of the evaluations"
          data={AXIS_SPACINGS}
          value={spacing}
          onChange={setSpacing}
        />
      </Group>
      <ChartPlot chart={chart} label="Best score by evaluation" height={300} isWaiting={false} />
      <Text size="xs" c="dimmed" mt={4}>
        {hasSpec && "A design is in spec where its score is at least 0 and every limit is kept. "}
        {isEverOutside && "The line is pale while a limit is not kept."}
      </Text>
    </Paper>
  );
}

const MOVE_SHARE_TEXT = `${IMPORTANCE_SHARE * 100}%`;

/** The loss of the best design's score when each variable moves alone. */
export function ImportancePlot({ optimization, looks }: { optimization: Optimization; looks: Looks | null }) {
  const palette = usePalette();
  const bars = useMemo(() => importanceBars(optimization, looks), [optimization, looks]);
  const chart = useMemo(() => importanceChart(MOVE_SHARE_TEXT, bars, palette), [bars, palette]);
  if (bars.length === 0) return null;
  const colors = importanceColors(palette);
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="importance">
      <Title order={2} id="importance">
        Importance near the best design
      </Title>
      <AnalysisChart
        chart={chart}
        label="Fall of the score by variable"
        height={importanceHeight(bars.length)}
      />
      <Legend
        items={importanceSides(bars).map(({ side, label }) => ({ label, color: colors[side], kind: "line" }))}
      />
      <Text size="xs" c="dimmed" mt={4}>
        How much the predicted score falls when one variable moves alone by {MOVE_SHARE_TEXT} of its range.
        {endsSomewhere(bars) && " Where there is no bar, the range ends before that."}
        {breaksSomewhere(bars) && " A ring marks moves that do not keep the limits on other outputs."}
      </Text>
    </Paper>
  );
}
