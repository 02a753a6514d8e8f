import { Paper, Skeleton, Text, Title } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { TrainingProgress } from "@understudy/shared/api/training.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";
import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";
import { useMemo } from "react";
import { useTrainingCurve } from "#data/jobs.ts";
import { Fact } from "#designs/fact.tsx";
import classes from "#designs/progress.module.css";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import { trainingAccuracyChart, trainingLossChart } from "#plots/figures/training-progress.ts";
import { extent } from "#plots/model/ranges.ts";
import { usePalette } from "#plots/use-palette.ts";
import { ErrorBanner } from "#ui/load-states.tsx";
import { formatElapsed, useElapsed } from "./use-elapsed.ts";

function Elapsed({ job }: { job: Job }) {
  return <Fact label="Elapsed">{formatElapsed(useElapsed(job))}</Fact>;
}

const NO_POINTS: TrainingProgress = { coefficient_of_determination: [], loss: [] };

/** The training curves, growing as points arrive. */
export function TrainingGraph({ job }: { job: Job }) {
  const { curve, failure, reload } = useTrainingCurve(job.id);
  const palette = usePalette();
  const accuracy = useMemo(() => trainingAccuracyChart(curve ?? NO_POINTS, palette), [curve, palette]);
  const losses = useMemo(() => trainingLossChart(curve ?? NO_POINTS, palette), [curve, palette]);
  const best = extent(curve?.coefficient_of_determination ?? [])?.[1];
  const loss = extent(curve?.loss ?? [])?.[0];
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="training-progress">
      <div className={classes.head}>
        <Title order={2} id="training-progress" className={classes.title}>
          Training progress
        </Title>
        <dl className={classes.facts}>
          <Fact label="Best accuracy so far">{best === undefined ? "–" : formatAccuracy(best)}</Fact>
          <Fact label="Lowest loss">{loss === undefined ? "–" : formatValue(loss)}</Fact>
          <Fact label="Steps">{curve?.loss.length ?? "–"}</Fact>
          {isActive(job.status) && <Elapsed job={job} />}
        </dl>
      </div>
      {failure !== null && curve === null && (
        <ErrorBanner message={MESSAGES.history("training")} onRetry={() => void reload()} />
      )}
      {curve === null ? (
        failure === null && <Skeleton height={440} />
      ) : curve.loss.length === 0 && !isActive(job.status) ? (
        <Text c="dimmed" py="xl" ta="center">
          No training curve was recorded.
        </Text>
      ) : (
        <>
          <ChartPlot chart={accuracy} label="Accuracy by training step" height={240} isWaiting={false} />
          <ChartPlot chart={losses} label="Loss by training step" height={200} isWaiting={false} />
        </>
      )}
      <Text size="xs" c="dimmed" mt={4}>
        Measured on rows that were left out of the fits. The coefficient of determination is 1 when every
        value is predicted exactly.
      </Text>
    </Paper>
  );
}
