import { Paper, Text, Title } from "@mantine/core";
import type { Optimization } from "@understudy/shared/api/optimization.ts";
import { IMPORTANCE_SHARE } from "@understudy/shared/limits.ts";
import { useMemo } from "react";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import {
  importanceChart,
  importanceColors,
  importanceHeight,
  importanceSides,
} from "#plots/figures/importance.ts";
import { Legend } from "#plots/legend.tsx";
import { usePalette } from "#plots/use-palette.ts";
import { breaksSomewhere, endsSomewhere, importanceBars } from "./importance-bars.ts";
import type { Looks } from "./quantities.ts";

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
      <ChartPlot
        chart={chart}
        label="Fall of the score by variable"
        height={importanceHeight(bars.length)}
        isWaiting={false}
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
