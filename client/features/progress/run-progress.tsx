import { Paper, Text, Title } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import { useMemo } from "react";
import { useJobConfig, useSimulationCounts } from "#data/jobs.ts";
import classes from "#designs/progress.module.css";
import { SimulationCounts } from "#designs/simulation-counts.tsx";
import { JobGraphs } from "#designs/spec-graphs.tsx";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import { Legend } from "#plots/chart/legend.tsx";
import { runRoundLines, runRoundsChart } from "#plots/figures/run-rounds.ts";
import { usePalette } from "#plots/use-palette.ts";
import { SelectionBar } from "#selection/selection-bar.tsx";
import { roundsTrend } from "./rounds-trend.ts";

/** A line needs two points. */
const MIN_ROUNDS = 2;

/** The accuracy of the interim emulators that chose the inputs of further simulations. */
function Rounds({ job }: { job: Job }) {
  const palette = usePalette();
  const { config } = useJobConfig(job.id);
  const lines = useMemo(
    () => runRoundLines(job.run_rounds, config?.outputs ?? [], palette),
    [job.run_rounds, config, palette],
  );
  const chart = useMemo(() => runRoundsChart(lines), [lines]);
  const trend = useMemo(() => roundsTrend(lines), [lines]);
  return (
    <>
      <Title order={3} size="h6" mt="sm">
        Accuracy by number of simulations
      </Title>
      {trend !== null && <Text size="sm">{trend}</Text>}
      <ChartPlot
        chart={chart}
        label="Accuracy by number of training simulations"
        height={280}
        isWaiting={false}
      />
      <Legend items={lines.map(({ label, color }) => ({ label, color, kind: "line" as const }))} />
      <Text size="xs" c="dimmed" mt={4}>
        Measured on simulations that the interim emulator was not trained on. The interim emulator chooses the
        inputs of the next simulations.
      </Text>
    </>
  );
}

/** The progress of a job's simulations, and their results so far. */
export function RunProgress({ job }: { job: Job }) {
  const { run_rounds } = job;
  const hasCounts = useSimulationCounts(job) !== null;
  const hasRounds = run_rounds.length >= MIN_ROUNDS;
  return (
    <>
      {(hasCounts || hasRounds) && (
        <Paper withBorder p="sm" component="section" aria-labelledby="run-progress">
          <div className={classes.head}>
            <Title order={2} id="run-progress" className={classes.title}>
              Simulations
            </Title>
            <SimulationCounts job={job} />
          </div>
          {hasRounds && <Rounds job={job} />}
        </Paper>
      )}
      <JobGraphs job={job} />
      <SelectionBar job={job} />
    </>
  );
}
