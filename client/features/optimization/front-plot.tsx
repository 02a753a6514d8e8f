import { Group, NativeSelect, Paper, Text, Title } from "@mantine/core";
import type { Optimization } from "@understudy/shared/api/optimization.ts";
import { useMemo, useState } from "react";
import type { Selected } from "#designs/shown-designs.ts";
import { CloudPlot } from "#plots/analysis/cloud-plot.tsx";
import { createParetoFront } from "#plots/analysis/pareto-front.ts";
import { usePalette } from "#plots/use-palette.ts";
import type { DesignSelection } from "#selection/use-design-selection.ts";

type Props = {
  /** Feasible designs first. */
  front: Optimization["front"];
  goals: readonly string[];
  /** Selected designs of the front. */
  selection: DesignSelection;
  selected: Selected;
  onSelect: (selected: Selected) => void;
};

/** The designs that no other beats in all goals at once, over two or three goals. */
export function FrontPlot({ front, goals, selection, selected, onSelect }: Props) {
  const palette = usePalette();
  const [[across, up, depth], setAxes] = useState<readonly [number, number, number | null]>([0, 1, null]);
  const chosen = selected.kind === "front" ? selected.at : null;
  const figure = useMemo(
    () =>
      createParetoFront(front, goals, depth === null ? [across, up] : [across, up, depth], chosen, palette),
    [front, goals, across, up, depth, chosen, palette],
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
              onChange={(event) => setAxes([Number(event.currentTarget.value), up, depth])}
            />
            <NativeSelect
              size="xs"
              aria-label="Vertical axis"
              data={options}
              value={String(up)}
              onChange={(event) => setAxes([across, Number(event.currentTarget.value), depth])}
            />
            <NativeSelect
              size="xs"
              aria-label="Third axis"
              data={[{ label: "No third axis", value: "" }, ...options]}
              value={depth === null ? "" : String(depth)}
              onChange={({ currentTarget: { value } }) =>
                setAxes([across, up, value === "" ? null : Number(value)])
              }
            />
          </Group>
        )}
      </Group>
      <CloudPlot
        figure={figure}
        label="Goals of the designs of the Pareto front"
        selected={selection.selected}
        onSelect={selection.select}
        onChoose={(at) => onSelect({ kind: "front", at })}
      />
      <Text size="xs" c="dimmed" mt={4}>
        No other design is better in every goal. Pale designs do not keep all limits. Click a point to see its
        design above.
      </Text>
    </Paper>
  );
}
