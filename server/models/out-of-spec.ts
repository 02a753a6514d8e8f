/** The regions of jobs whose designs are out of spec: one record a job, replaced as a whole while the job goes on. */
import { failingRegion, outOfSpec } from "@understudy/shared/api/out-of-spec.ts";
import { z } from "zod";
import { foundDesign } from "./optimization.ts";

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
