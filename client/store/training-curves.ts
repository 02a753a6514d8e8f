import type { TrainingProgress } from "@understudy/shared/api/training.ts";
import type { TrainingPoints } from "@understudy/shared/live.ts";
import { keyed } from "./keyed.ts";

const curves = keyed<number, TrainingProgress | null>(null);

export const getTrainingCurve = curves.get;
export const useStoredCurve = curves.useValue;
export const setTrainingCurve = curves.set;

/**
 * Adds pushed points. A job that went on from a checkpoint sends an index it already sent: what followed is void.
 * @returns false when points in between are missing, so that the whole curve must be read again.
 */
export function addTrainingPoints(points: TrainingPoints): boolean {
  const stored = curves.get(points.job_id);
  if (stored === null || points.from > stored.loss.length) return false;
  curves.set(points.job_id, {
    coefficient_of_determination: stored.coefficient_of_determination
      .slice(0, points.from)
      .concat(points.coefficient_of_determination),
    loss: stored.loss.slice(0, points.from).concat(points.loss),
  });
  return true;
}
