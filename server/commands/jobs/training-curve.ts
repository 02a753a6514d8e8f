import type { TrainingPointBatch } from "@understudy/engine/runner/contract/ports.ts";
import type { TrainingProgress } from "@understudy/shared/api/training.ts";
import type { Store } from "../../models/store.ts";
import { CURVE_CHUNK_POINTS } from "../../models/training-curve.ts";

/** All points of a job's training curves so far. */
export async function readTrainingCurve({ curves }: Store, jobId: number): Promise<TrainingProgress> {
  const chunks = await curves.find({ job_id: jobId }, { sort: { from: 1 } });
  return {
    coefficient_of_determination: chunks.flatMap((chunk) => chunk.coefficient_of_determination),
    loss: chunks.flatMap((chunk) => chunk.loss),
  };
}

/** Counts the points of a training's curve: the count is the index of the next point. */
export async function trainingPointCount({ curves }: Store, jobId: number): Promise<number> {
  const [last] = await curves.find({ job_id: jobId }, { sort: { from: -1 }, limit: 1 });
  return last === undefined ? 0 : last.from + last.loss.length;
}

/** Stores the points from index `points.from` on. Stored twice they are there once: each chunk is cut where they begin. */
export async function storeTrainingPoints(
  { curves }: Store,
  jobId: number,
  { from, coefficientOfDetermination, loss }: TrainingPointBatch,
): Promise<void> {
  for (let done = 0; done < loss.length; ) {
    const chunk = Math.floor((from + done) / CURVE_CHUNK_POINTS);
    const at = (from + done) % CURVE_CHUNK_POINTS;
    const count = Math.min(loss.length - done, CURVE_CHUNK_POINTS - at);
    const part = (values: readonly number[]) => ({
      $each: values.slice(done, done + count),
      $position: at,
      $slice: at + count,
    });
    await curves.upsert(
      { _id: `${jobId}:${chunk}` },
      { job_id: jobId, from: chunk * CURVE_CHUNK_POINTS },
      { $push: { coefficient_of_determination: part(coefficientOfDetermination), loss: part(loss) } },
    );
    done += count;
  }
}
