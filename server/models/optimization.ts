/** The results of optimizations: one record a job, replaced as a whole while the optimization goes on. */
import { optimization, predictedDesign } from "@understudy/shared/api/optimization.ts";
import { z } from "zod";

/** `index`: of the simulation that records it. */
export const foundDesign = predictedDesign
  .omit({ simulation_id: true, is_simulated: true })
  .extend({ index: z.int().nullable() });

export const optimizationRecord = optimization.omit({ emulator: true, is_simulated: true }).extend({
  /** The job's. */
  _id: z.int(),
  maxima: z.array(foundDesign),
  robust: foundDesign.nullable(),
  /** Absent of optimizations from before it was computed. */
  importance: optimization.shape.importance.default([]),
});
export type OptimizationRecord = z.infer<typeof optimizationRecord>;
