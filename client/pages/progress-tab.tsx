import { Stack } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import { OptimizationResults } from "#features/optimization/optimization-results.tsx";
import { OutOfSpecResults } from "#features/out-of-spec/out-of-spec-results.tsx";
import { hasTrainingCurve } from "#features/progress/has-training-curve.ts";
import { RunProgress } from "#features/progress/run-progress.tsx";
import { TrainingGraph } from "#features/progress/training-graph.tsx";
import { SamplingResults } from "#features/sampling/sampling-results.tsx";

/** The progress and the results of a job, live. */
export function ProgressTab({ job }: { job: Job }) {
  if (job.objective === "Optimization") return <OptimizationResults job={job} />;
  if (job.objective === "Sampling") return <SamplingResults job={job} />;
  if (job.objective === "Out of Spec") return <OutOfSpecResults job={job} />;
  return (
    <Stack gap="sm">
      {job.has_simulations && <RunProgress job={job} />}
      {hasTrainingCurve(job) && <TrainingGraph job={job} />}
    </Stack>
  );
}
