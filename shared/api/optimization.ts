/** These schemas describe the results of an optimization: so far, and at its end. */
import { z } from "zod";
import { simulationValue } from "../domain/simulation.ts";
import { jobParams } from "./job.ts";
import { route } from "./route.ts";
import { graph } from "./simulation.ts";

/** The number is null where a score or a bound does not exist. */
const finite = z.number().nullable();

/** A design as the emulator predicts it, or as a server simulated it. */
export const predictedDesign = z.object({
  is_simulated: z.boolean().describe("Its values are results of a simulation, which have no bounds."),
  inputs: z.record(z.string(), simulationValue).describe("The values of all variables that vary."),
  outputs: z
    .record(
      z.string(),
      z.object({
        mean: finite.describe("The predicted or simulated value."),
        lower: finite.describe("The lower 95% bound; null for simulated values."),
        upper: finite.describe("The upper 95% bound; null for simulated values."),
      }),
    )
    .describe("Scalar outputs, each with its 95% bounds."),
  score: finite.describe("The score of the design; null: it has none."),
  lower_bound: finite.describe("The score with the outputs at their less favourable bounds."),
  upper_bound: finite.describe("The score with the outputs at their more favourable bounds."),
  in_spec: z
    .boolean()
    .nullable()
    .describe(
      "The score is at least 0 and every limit is kept; null: the score function says what is better, not what is good enough.",
    ),
  violation: finite.describe("The sum by which limits are missed; 0: all are kept."),
  at_limits: z
    .array(
      z.object({
        name: z.string(),
        element: z.int().nullable().describe("The element of a Vector, from 0; null for other variables."),
        limit: z.enum(["lower", "upper"]).describe("The end of the range that the value lies on."),
      }),
    )
    .describe("Variables that lie on an end of their range; `element` of a Vector."),
  outside: z
    .array(z.string())
    .describe("Inputs outside the range of the rows that the emulator was trained on."),
  is_far: z.boolean().describe("True: the design lies inside all ranges, but no training row is near."),
  simulation_id: z
    .int()
    .nullable()
    .describe("The row of the simulations table that holds it; null: it was not recorded."),
});
export type PredictedDesign = z.infer<typeof predictedDesign>;

/** A design with one variable moved alone. */
const movedDesign = z
  .object({
    score: finite.describe("The score of the moved design."),
    violation: finite.describe("The sum by which the moved design misses limits; 0: all are kept."),
  })
  .nullable();

/** The importance measures how much the best design depends on a variable, or an `element` of a Vector. */
export const importance = z.object({
  name: z.string(),
  element: z.int().nullable().describe("The element of a Vector, from 0; null for other variables."),
  below: movedDesign.describe(
    "Moved by `IMPORTANCE_SHARE` of its range, or to the next whole number where that is farther; null where that leaves the range, and of options.",
  ),
  above: movedDesign.describe("The design with the variable moved up in the same way; null as `below`."),
  other: movedDesign.describe("The best of the other options; null for numbers."),
});
export type Importance = z.infer<typeof importance>;

export const optimizationEnd = z.enum(["converged", "evaluation limit", "time limit", "exhausted"]);

export const optimization = z.object({
  is_simulated: z.boolean().describe("Servers simulate its designs, rather than an emulator predict them."),
  evaluations: z.int().describe("Points rated for the score; on servers, simulations that have ended."),
  other_evaluations: z.int().describe("Points rated for the bounds of the score and for further goals."),
  path: z
    .array(
      z.object({
        evaluations: z.int().describe("The number of evaluations at which this design was found."),
        score: finite.describe("Its score."),
        violation: finite.describe("The sum by which it misses limits; 0: all are kept."),
      }),
    )
    .describe("Each entry is the best until the next; at most 1,000 of them, the last always."),
  stop_reason: optimizationEnd.nullable().describe("The reason why it ended; null while it runs."),
  maxima: z
    .array(predictedDesign)
    .describe(
      "The distinct local maxima, the best first; while it runs, the best so far alone. On servers the best designs of different kinds.",
    ),
  robust: predictedDesign
    .nullable()
    .describe("The design with the best lower bound of the score; null until the end."),
  importance: z
    .array(importance)
    .describe(
      "The importance of the variables for the best design, as the emulator predicts it; empty until the end.",
    ),
  goals: z
    .array(z.string())
    .describe(
      `The names of the front's values, the score's first, as "weight (minimised)"; empty without further goals.`,
    ),
  front: z
    .array(
      z.object({
        inputs: z.record(z.string(), simulationValue).describe("The values of all variables that vary."),
        goals: z.array(finite).describe("Its values in the order of `goals` of the optimization."),
        violation: finite.describe("The sum by which it misses limits; 0: all are kept."),
      }),
    )
    .describe("The designs that no other beats in all goals at once."),
  emulator: z
    .object({
      job_id: z.int(),
      name: z.string(),
      is_current: z.boolean().describe("True: the emulator has not been trained again since."),
    })
    .nullable()
    .describe(
      "The job whose emulator it ran on, while that exists; `is_current`: it has not been trained again since.",
    ),
});
export type Optimization = z.infer<typeof optimization>;

export const optimizationRoutes = {
  getOptimization: route({
    method: "GET",
    path: "/jobs/{job_id}/optimization",
    summary: "What an optimization has found",
    audience: "full-user",
    params: jobParams,
    response: optimization,
  }),
  getIterationValues: route({
    method: "GET",
    path: "/jobs/{job_id}/graphs/iteration_values",
    summary: "Graphs of the score and of each varied variable by evaluation",
    audience: "full-user",
    params: jobParams,
    response: z.object({
      graphs: z
        .array(graph)
        .describe("The score and each varied variable over the number of the simulation."),
    }),
  }),
} as const;
