import { Stack } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { Objective } from "@understudy/shared/domain/objectives.ts";
import type { ComponentType } from "react";
import { OptimizationResults } from "#features/optimization/optimization-results.tsx";
import { OutOfSpecResults } from "#features/out-of-spec/out-of-spec-results.tsx";
import { hasTrainingCurve } from "#features/progress/has-training-curve.ts";
import { RunProgress } from "#features/progress/run-progress.tsx";
import { TrainingGraph } from "#features/progress/training-graph.tsx";
import { SamplingResults } from "#features/sampling/sampling-results.tsx";

function RunAndTraining({ job }: { job: Job }) {
  return (
    <Stack gap="sm">
      {job.has_simulations && <RunProgress job={job} />}
      {hasTrainingCurve(job) && <TrainingGraph job={job} />}
    </Stack>
  );
}

const RESULTS_BY_OBJECTIVE: Readonly<Record<Objective, ComponentType<{ job: Job }>>> = {
  Training: RunAndTraining,
  Optimization: OptimizationResults,
  Sampling: SamplingResults,
  "Out of Spec": OutOfSpecResults,
  "Single Run": RunAndTraining,
};

/** The progress and the results of a job, live. */
export function ProgressTab({ job }: { job: Job }) {
  const Results = RESULTS_BY_OBJECTIVE[job.objective];
  return <Results job={job} />;
}
