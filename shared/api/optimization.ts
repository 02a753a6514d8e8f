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
  /** Its values are results of a simulation, which have no bounds. */
  is_simulated: z.boolean(),
  /** The values of all variables that vary. */
  inputs: z.record(z.string(), simulationValue),
  /** Scalar outputs, each with its 95% bounds. */
  outputs: z.record(z.string(), z.object({ mean: finite, lower: finite, upper: finite })),
  score: finite,
  /** The score with the outputs at their bounds. */
  lower_bound: finite,
  upper_bound: finite,
  /** The score is at least 0 and every limit is kept; null: the score function says what is better, not what is good enough. */
  in_spec: z.boolean().nullable(),
  /** The sum by which limits are missed; 0: all are kept. */
  violation: finite,
  /** Variables that lie on an end of their range; `element` of a Vector. */
  at_limits: z.array(
    z.object({ name: z.string(), element: z.int().nullable(), limit: z.enum(["lower", "upper"]) }),
  ),
  /** Inputs outside the range of the rows that the emulator was trained on. */
  outside: z.array(z.string()),
  /** True: the design lies inside all ranges, but no training row is near. */
  is_far: z.boolean(),
  /** The row of the simulations table that holds it; null: it was not recorded. */
  simulation_id: z.int().nullable(),
});
export type PredictedDesign = z.infer<typeof predictedDesign>;

/** A design with one variable moved alone. */
const movedDesign = z.object({ score: finite, violation: finite }).nullable();

/** The importance measures how much the best design depends on a variable, or an `element` of a Vector. */
export const importance = z.object({
  name: z.string(),
  element: z.int().nullable(),
  /**
   * Moved by `IMPORTANCE_SHARE` of its range, or to the next whole number where that is farther; null where that leaves the range,
   * and of options.
   */
  below: movedDesign,
  above: movedDesign,
  /** The best of the other options; null for numbers. */
  other: movedDesign,
});
export type Importance = z.infer<typeof importance>;

export const optimizationEnd = z.enum(["converged", "evaluation limit", "time limit", "exhausted"]);

export const optimization = z.object({
  /** Servers simulate its designs, rather than an emulator predict them. */
  is_simulated: z.boolean(),
  /** Points rated for the score (of servers, simulations that ended); those rated for its bounds and further goals. */
  evaluations: z.int(),
  other_evaluations: z.int(),
  /** Each entry is the best until the next; at most 1,000 of them, the last always. */
  path: z.array(z.object({ evaluations: z.int(), score: finite, violation: finite })),
  /** The reason why it ended; null while it runs. */
  stop_reason: optimizationEnd.nullable(),
  /** The distinct local maxima, the best first; while it runs, the best so far alone. On servers the best designs of different kinds. */
  maxima: z.array(predictedDesign),
  /** The design with the best lower bound of the score; null until the end. */
  robust: predictedDesign.nullable(),
  /** The importance of the variables for the best design, as the emulator predicts it; empty until the end. */
  importance: z.array(importance),
  /** The names of the front's values, the score's first, as "weight (minimised)"; empty without further goals. */
  goals: z.array(z.string()),
  /** The designs that no other beats in all goals at once. */
  front: z.array(
    z.object({
      inputs: z.record(z.string(), simulationValue),
      goals: z.array(finite),
      violation: finite,
    }),
  ),
  /** The job whose emulator it ran on, while that exists; `is_current`: it has not been trained again since. */
  emulator: z.object({ job_id: z.int(), name: z.string(), is_current: z.boolean() }).nullable(),
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
    response: z.object({ graphs: z.array(graph) }),
  }),
} as const;
