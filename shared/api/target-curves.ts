/** The curves of an optimization's best designs, beside the one that they are to match. */
import { z } from "zod";
import { jobParams } from "./job.ts";
import { route } from "./route.ts";

const numbers = z.array(z.number());

export const targetCurves = z.object({
  name: z.string().describe("The name of the output."),
  coordinate: z
    .object({
      name: z.string().nullable().describe("The name of the coordinate; null: the index of the points."),
      values: numbers.describe("The places of the values along the coordinate."),
    })
    .describe("The coordinate that the designs' curves lie over; the row index where it has no name."),
  target: z
    .object({
      x: numbers.describe("The coordinate values."),
      y: numbers.describe("The values of the target."),
    })
    .describe("The points of the uploaded target curve."),
  designs: z
    .array(
      z.object({
        maximum: z.int().describe("The place of the design in `maxima`, from 0."),
        values: numbers.describe("The values of its curve."),
        bounds: z
          .object({
            lower: numbers.describe("The lower bound at each point."),
            upper: numbers.describe("The upper bound at each point."),
          })
          .nullable()
          .describe("The 95% bounds of its curve; null for a simulated one."),
      }),
    )
    .describe(
      "The curves of at most five designs. `maximum` is the design's place among the maxima, 0 for the best. `bounds` are the 95% bounds of a predicted curve; null for one that a server simulated, and where the emulator cannot be asked.",
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
    response: z.object({
      curves: targetCurves.nullable().describe("The curves; null: the score function compares none."),
    }),
  }),
} as const;
