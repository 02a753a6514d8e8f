/** The results of optimizations: one record a job, replaced as a whole while the optimization goes on. */
import { optimization, predictedDesign } from "@understudy/shared/api/optimization.ts";
import { failingRegion, outOfSpec } from "@understudy/shared/api/out-of-spec.ts";
import { sampling } from "@understudy/shared/api/sampling.ts";
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

/** The regions of jobs whose designs are out of spec: one record a job, replaced as a whole while the job goes on. */
export const outOfSpecRecord = outOfSpec
  .omit({ emulator: true, is_simulated: true, is_verified: true })
  .extend({
    /** The job's. */
    _id: z.int(),
    regions: z.array(failingRegion.extend({ worst: foundDesign })),
    points: z.array(
      outOfSpec.shape.points.element.omit({ simulation_id: true }).extend({ index: z.int().nullable() }),
    ),
  });
export type OutOfSpecRecord = z.infer<typeof outOfSpecRecord>;

/**
 * The results of samplings: one record a job, replaced as a whole while the sampling goes on. The chains themselves
 * lie in work directories.
 */
export const samplingRecord = sampling
  .omit({ emulator: true, is_simulated: true, includes_uncertainty: true })
  .extend({
    /** The job's. */
    _id: z.int(),
  });
export type SamplingRecord = z.infer<typeof samplingRecord>;
