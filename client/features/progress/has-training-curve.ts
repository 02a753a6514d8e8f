import type { Job } from "@understudy/shared/api/job.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";

type TrainingFacts = Pick<
  Job,
  "objective" | "status" | "has_simulations" | "emulator_status" | "interrupted_while_training"
>;

/** True if a training has started, now or earlier: a job whose simulations still run has no curve. */
export function hasTrainingCurve(job: TrainingFacts): boolean {
  if (!OBJECTIVE_TRAITS[job.objective].hasTraining || job.status === "Awaiting Configuration") return false;
  if (!job.has_simulations || job.emulator_status !== null || job.interrupted_while_training) return true;
  return ["Pending Training", "Training", "Training Failed", "Complete"].includes(job.status);
}
