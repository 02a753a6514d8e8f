import type { TrainingProgress } from "@understudy/shared/api/training.ts";
import type { ApiFailure } from "../api/failure.ts";
import { liveTrainingCurve } from "../live/jobs.ts";
import { useStoredCurve } from "../store/training-curves.ts";

/** A job's training curves, growing as points are pushed. */
export function useTrainingCurve(jobId: number | null): {
  curve: TrainingProgress | null;
  failure: ApiFailure | null;
  reload: () => Promise<void>;
} {
  return { curve: useStoredCurve(jobId), ...liveTrainingCurve.useLive(jobId) };
}
