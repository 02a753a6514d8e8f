import { Group, NativeSelect, Paper, Text, Title } from "@mantine/core";
import type { Optimization } from "@understudy/shared/api/optimization.ts";
import { useMemo, useState } from "react";
import { ChartPlot } from "../../../../plots/chart/chart-plot.tsx";
import { paretoFrontChart } from "../../../../plots/figures/pareto-front.ts";
import { usePalette } from "../../../../plots/use-palette.ts";
import type { Selected } from "./shown-designs.ts";

type Props = {
  /** Feasible designs first. */
  front: Optimization["front"];
  goals: readonly string[];
  selected: Selected;
  onSelect: (selected: Selected) => void;
};

/** The designs that no other beats in all goals at once. */
export function FrontPlot({ front, goals, selected, onSelect }: Props) {
  const palette = usePalette();
  const [[across, up], setAxes] = useState<readonly [number, number]>([0, 1]);
  const chosen = selected.kind === "front" ? selected.at : null;
  const chart = useMemo(
    () => paretoFrontChart(front, goals, [across, up], chosen, palette),
    [front, goals, across, up, chosen, palette],
  );
  const options = goals.map((label, at) => ({ label, value: String(at) }));
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="pareto-front">
      <Group justify="space-between" gap="xs">
        <Title order={2} id="pareto-front">
          Pareto front
        </Title>
        {goals.length > 2 && (
          <Group gap="xs">
            <NativeSelect
              size="xs"
              aria-label="Horizontal axis"
              data={options}
              value={String(across)}
              onChange={(event) => setAxes([Number(event.currentTarget.value), up])}
            />
            <NativeSelect
              size="xs"
              aria-label="Vertical axis"
              data={options}
              value={String(up)}
              onChange={(event) => setAxes([across, Number(event.currentTarget.value)])}
            />
          </Group>
        )}
      </Group>
      <ChartPlot
        chart={chart}
        label="Goals of the designs of the Pareto front"
        height={320}
        isWaiting={false}
        onChoose={(at) => onSelect({ kind: "front", at })}
      />
      <Text size="xs" c="dimmed" mt={4}>
        No other design is better in every goal. Pale designs do not keep all limits. Click a point to see its
        design above.
      </Text>
    </Paper>
  );
}
