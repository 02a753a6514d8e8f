/**
 * The results of samplings: one record a job, replaced as a whole while the sampling goes on. The chains themselves
 * lie in work directories.
 */
import { sampling } from "@understudy/shared/api/sampling.ts";
import { z } from "zod";

export const samplingRecord = sampling
  .omit({ emulator: true, is_simulated: true, includes_uncertainty: true })
  .extend({
    /** The job's. */
    _id: z.int(),
  });
export type SamplingRecord = z.infer<typeof samplingRecord>;
