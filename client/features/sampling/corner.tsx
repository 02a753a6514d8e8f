import { Group, MultiSelect, Paper, Text, Title } from "@mantine/core";
import type { Sampling } from "@understudy/shared/api/sampling.ts";
import { MAX_PAIR_PLOT_PARAMETERS } from "@understudy/shared/limits.ts";
import { useMemo, useState } from "react";
import { createCorner, type ShownParameter } from "#designs/parameters.ts";
import { REGION_OPACITIES } from "#plots/analysis/corner-figure.ts";
import { CornerPlot } from "#plots/analysis/corner-plot.tsx";
import { REGION_SHARES } from "#plots/figures/corner.ts";
import { usePalette } from "#plots/use-palette.ts";
import classes from "./sampling.module.css";

type Props = { sampling: Sampling; parameters: readonly ShownParameter[] };

/** The distribution of up to five variables, and of each pair of them. */
export function Corner({ sampling, parameters }: Props) {
  const [chosen, setChosen] = useState<readonly number[] | null>(null);
  const shown = useMemo(
    () => chosen ?? parameters.slice(0, MAX_PAIR_PLOT_PARAMETERS).map((_, at) => at),
    [chosen, parameters],
  );
  const chart = useMemo(() => createCorner(sampling, parameters, shown), [sampling, parameters, shown]);
  const hasChoice = parameters.length > 2;
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="corner-plot">
      <Group justify="space-between" gap="xs" align="flex-start">
        <Title order={2} id="corner-plot">
          Distribution
        </Title>
        {hasChoice && (
          <MultiSelect
            size="xs"
            aria-label="Variables of the plot"
            className={classes.chooser ?? ""}
            data={parameters.map(({ display }, at) => ({ value: String(at), label: display }))}
            value={shown.map(String)}
            maxValues={MAX_PAIR_PLOT_PARAMETERS}
            onChange={(next) => next.length > 0 && setChosen(next.map(Number).sort((a, b) => a - b))}
          />
        )}
      </Group>
      <CornerPlot chart={chart} label="Distributions of the variables and of their pairs" />
      <Regions />
      <Text size="xs" c="dimmed" mt={4}>
        Each panel shows how the samples are distributed, the shades the densest regions that hold so many of
        them. Lines mark the median and the 95% interval.
        {hasChoice && ` At most ${MAX_PAIR_PLOT_PARAMETERS} variables are drawn at once.`}
      </Text>
    </Paper>
  );
}

function Regions() {
  const palette = usePalette();
  return (
    <ul className={classes.regions} aria-label="Shades">
      {REGION_SHARES.map((share, region) => (
        <li key={share}>
          <svg width="16" height="12" aria-hidden="true" focusable="false">
            <rect width="16" height="12" fill={palette.prediction} opacity={REGION_OPACITIES[region]} />
          </svg>
          {share * 100}%
        </li>
      ))}
    </ul>
  );
}
