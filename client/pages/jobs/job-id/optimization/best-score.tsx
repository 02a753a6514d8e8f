import { Group, Paper, SegmentedControl, Text, Title } from "@mantine/core";
import type { Optimization } from "@understudy/shared/api/optimization.ts";
import { useMemo, useState } from "react";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import { bestScoreChart, isOutside } from "#plots/figures/best-score.ts";
import { usePalette } from "#plots/use-palette.ts";

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
