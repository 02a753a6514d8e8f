import { z } from "zod";
import type { Index } from "./collection.ts";

/** Points in one chunk: appending to one long array would rewrite it each time. */
export const CURVE_CHUNK_POINTS = 1_000;

/** A part of a job's training curves: the points from `from` on. */
export const curveChunkRecord = z.object({
  /** `job id:chunk number`. */
  _id: z.string(),
  job_id: z.int(),
  from: z.int(),
  coefficient_of_determination: z.array(z.number()),
  loss: z.array(z.number()),
});

export const curveIndexes: readonly Index[] = [[{ job_id: 1, from: 1 }, { unique: true }]];
