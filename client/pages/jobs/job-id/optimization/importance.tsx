import { Paper, Text, Title } from "@mantine/core";
import type { Optimization } from "@understudy/shared/api/optimization.ts";
import { IMPORTANCE_SHARE } from "@understudy/shared/limits.ts";
import { useMemo } from "react";
import { ChartPlot } from "../../../../plots/chart/chart-plot.tsx";
import {
  importanceChart,
  importanceColors,
  importanceHeight,
  importanceSides,
} from "../../../../plots/figures/importance.ts";
import { Legend } from "../../../../plots/legend.tsx";
import { usePalette } from "../../../../plots/use-palette.ts";
import { breaksSomewhere, endsSomewhere, importanceBars } from "./importance-bars.ts";
import type { Looks } from "./quantities.ts";

const SHARE = `${IMPORTANCE_SHARE * 100}%`;

/** How much the score of the best design depends on each variable. */
export function ImportancePlot({ found, looks }: { found: Optimization; looks: Looks | null }) {
  const palette = usePalette();
  const bars = useMemo(() => importanceBars(found, looks), [found, looks]);
  const chart = useMemo(() => importanceChart(SHARE, bars, palette), [bars, palette]);
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
        How much the predicted score falls when one variable moves alone by {SHARE} of its range.
        {endsSomewhere(bars) && " Where there is no bar, the range ends before that."}
        {breaksSomewhere(bars) && " A ring marks moves that do not keep the limits on other outputs."}
      </Text>
    </Paper>
  );
}
