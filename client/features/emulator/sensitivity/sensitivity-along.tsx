import { Group, Paper, SegmentedControl, Title } from "@mantine/core";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { OutputSensitivity } from "@understudy/shared/api/sensitivity.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { useMemo, useState } from "react";
import { AnalysisChart } from "#plots/analysis/analysis-plot.tsx";
import { Legend } from "#plots/chart/legend.tsx";
import { sensitivityCurvesChart } from "#plots/figures/sensitivity-curves.ts";
import { padRange } from "#plots/model/ranges.ts";
import { usePalette } from "#plots/use-palette.ts";
import type { Contribution } from "#predictions/contributions.ts";
import { createAxis } from "#predictions/curves.ts";

const INDEX_KINDS = [
  { value: "total", label: "Total" },
  { value: "first_order", label: "First order" },
] as const;
type Kind = (typeof INDEX_KINDS)[number]["value"];
const isKind = (text: string): text is Kind => INDEX_KINDS.some(({ value }) => value === text);

const PLOT_HEIGHT_PX = 360;
/** An input that nowhere along the curve reaches this share has no line. */
const MIN_SHARE = 0.02;

type Props = {
  config: JobConfig;
  output: OutputDefinition;
  curve: NonNullable<OutputSensitivity["curve"]>;
  contributions: readonly Contribution[];
};

/** The shares along a curve, for the inputs that matter most. */
export function SensitivityAlong({ config, output, curve, contributions }: Props) {
  const palette = usePalette();
  const [kind, setKind] = useState<Kind>("total");
  const axis = useMemo(() => createAxis(config, output), [config, output]);
  const name = displayName(output);
  const lines = useMemo(
    () =>
      contributions
        .flatMap(({ index, input }) => {
          const indices = curve.indices[index];
          const peak = Math.max(0, ...(indices?.total.values ?? []).map((value) => value ?? 0));
          return indices === undefined || peak < MIN_SHARE ? [] : [{ input, indices, peak }];
        })
        .sort((a, b) => b.peak - a.peak)
        .slice(0, palette.series.length),
    [contributions, curve, palette],
  );
  const chart = useMemo(
    () =>
      sensitivityCurvesChart(
        {
          output: name,
          share: kind === "total" ? "Total share" : "First-order share",
          coordinate: axis.label,
          coordinateUnit: axis.unit,
          x: curve.coordinate_values.map((value) => value / axis.multiplier),
          xRange: padRange(axis.range),
          lines: lines.map(({ input, indices }) => ({
            input,
            values: indices[kind].values,
            lower: indices[kind].lower_bounds,
            upper: indices[kind].upper_bounds,
          })),
        },
        palette,
      ),
    [name, kind, axis, curve, lines, palette],
  );
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="sensitivity-along">
      <Group justify="space-between" mb={4} gap="xs">
        <Title order={2} id="sensitivity-along">
          Along {axis.label}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Index shown along the curve"
          data={[...INDEX_KINDS]}
          value={kind}
          onChange={(value) => isKind(value) && setKind(value)}
        />
      </Group>
      <Legend
        items={lines.map(({ input }, at) => ({
          label: input,
          color: palette.series[at] ?? palette.ink,
          kind: "line",
        }))}
      />
      <AnalysisChart
        chart={chart}
        label={`Sensitivity of ${name} along ${axis.label}`}
        height={PLOT_HEIGHT_PX}
      />
    </Paper>
  );
}
