/** The curves of an optimization's best designs, beside the one that they are to match. */
import { z } from "zod";
import { jobParams } from "./job.ts";
import { route } from "./route.ts";

const numbers = z.array(z.number());

export const targetCurves = z.object({
  /** The name of the output. */
  name: z.string(),
  /** The coordinate that the designs' curves lie over; the row index where it has no name. */
  coordinate: z.object({ name: z.string().nullable(), values: numbers }),
  target: z.object({ x: numbers, y: numbers }),
  /**
   * The curves of at most five designs. `maximum` is the design's place among the maxima, 0 for the best. `bounds` are the 95%
   * bounds of a predicted curve; null for one that a server simulated, and where the emulator cannot be asked.
   */
  designs: z.array(
    z.object({
      maximum: z.int(),
      values: numbers,
      bounds: z.object({ lower: numbers, upper: numbers }).nullable(),
    }),
  ),
});
export type TargetCurves = z.infer<typeof targetCurves>;

export const targetCurvesRoutes = {
  getTargetCurves: route({
    method: "GET",
    path: "/jobs/{job_id}/graphs/target_curves",
    summary:
      "The curves of an optimization's best designs and their target; null where the score has no target curve",
    audience: "full-user",
    params: jobParams,
    response: z.object({ curves: targetCurves.nullable() }),
  }),
} as const;
