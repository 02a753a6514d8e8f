import { Group, MultiSelect, NativeSelect, Paper, Text, Title } from "@mantine/core";
import type { Sampling } from "@understudy/shared/api/sampling.ts";
import { MAX_PAIR_PLOT_PARAMETERS } from "@understudy/shared/limits.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { useMemo, useState } from "react";
import { createCorner, type ShownParameter } from "#designs/parameters.ts";
import { REGION_OPACITIES } from "#plots/analysis/corner-figure.ts";
import { CornerPlot } from "#plots/analysis/corner-plot.tsx";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import { Legend } from "#plots/chart/legend.tsx";
import {
  autocorrelationTimesChart,
  MIN_AUTOCORRELATION_TIMES,
} from "#plots/figures/autocorrelation-times.ts";
import { chainTracesChart } from "#plots/figures/chain-traces.ts";
import { REGION_SHARES } from "#plots/figures/corner.ts";
import { usePalette } from "#plots/use-palette.ts";
import classes from "./sampling.module.css";

type Props = { sampling: Sampling; parameters: readonly ShownParameter[] };

/** The positions of some of the walkers, one variable at a time. */
export function Traces({ sampling, parameters }: Props) {
  const palette = usePalette();
  const [chosen, setChosen] = useState(0);
  const names = [...parameters.map(({ display }) => display), "Log density"];
  const { traces, burn_in } = sampling;
  const chart = useMemo(() => {
    const parameter = parameters[chosen];
    const unit = parameter?.unit;
    return chainTracesChart(
      {
        name: parameter?.display ?? "Log density",
        unit: unit?.text ?? "",
        options: parameter?.options ?? null,
        spacing: parameter?.spacing === "logarithmic" ? "log" : "linear",
        steps: traces.steps,
        walkers: (traces.walkers[chosen] ?? []).map((walker) =>
          walker.map((value) => value / (unit?.multiplier ?? 1)),
        ),
        burnIn: burn_in,
      },
      palette,
    );
  }, [parameters, chosen, traces, burn_in, palette]);
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="traces">
      <Group justify="space-between" gap="xs">
        <Title order={2} id="traces">
          Traces
        </Title>
        <NativeSelect
          size="xs"
          aria-label="Variable of the traces"
          data={names.map((label, at) => ({ label, value: String(at) }))}
          value={String(chosen)}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      </Group>
      <ChartPlot chart={chart} label="Traces of some walkers" height={300} isWaiting={false} />
      <Text size="xs" c="dimmed" mt={4}>
        Where {traces.walkers[0]?.length ?? 0} of the {sampling.walkers} walkers were. A good chain looks like
        noise: without trends, and all walkers in the same range.
        {burn_in > 0 && ` The first ${countText(burn_in)} steps (shaded) are discarded as burn-in.`}
      </Text>
    </Paper>
  );
}

/** More lines than this cannot be distinguished. */
const MAX_LINES = 6;

/** The autocorrelation times by the length of the chain. */
export function AutocorrelationTimes({ sampling, parameters }: Props) {
  const palette = usePalette();
  const lines = useMemo(() => {
    const all = parameters.map(({ display, time }, at) => ({
      name: display,
      time: time ?? 0,
      times: sampling.times.map(({ times }) => times[at] ?? null),
    }));
    // The slowest decide whether the chain is long enough.
    return all.sort((a, b) => b.time - a.time).slice(0, MAX_LINES);
  }, [sampling.times, parameters]);
  const chart = useMemo(
    () =>
      autocorrelationTimesChart(
        { steps: sampling.times.map(({ steps }) => steps), parameters: lines },
        palette,
      ),
    [sampling.times, lines, palette],
  );
  const getLineColor = (at: number) => palette.series[at % palette.series.length] ?? palette.prediction;
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="autocorrelation-times">
      <Title order={2} id="autocorrelation-times">
        Autocorrelation time
      </Title>
      <ChartPlot
        chart={chart}
        label="Autocorrelation time by the number of steps"
        height={300}
        isWaiting={false}
      />
      <Legend
        items={[
          ...lines.map(({ name }, at) => ({ label: name, color: getLineColor(at), kind: "line" as const })),
          { label: `Steps / ${MIN_AUTOCORRELATION_TIMES}`, color: palette.muted, kind: "dots" as const },
        ]}
      />
      <Text size="xs" c="dimmed" mt={4}>
        How many steps it takes until a walker has forgotten where it was. Times below the dashed line can be
        trusted: the chain is more than {MIN_AUTOCORRELATION_TIMES} of them long.
        {parameters.length > MAX_LINES && ` The ${MAX_LINES} slowest variables are drawn.`}
      </Text>
    </Paper>
  );
}

type CornerProps = { sampling: Sampling; parameters: readonly ShownParameter[] };

/** The distribution of up to five variables, and of each pair of them. */
export function Corner({ sampling, parameters }: CornerProps) {
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
