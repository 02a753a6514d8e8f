/**
 * These schemas describe the results of a sampling so far: how far its chain can be trusted, and the distributions of
 * variables and outputs.
 */
import { z } from "zod";
import { jobParams } from "./job.ts";
import { optimization } from "./optimization.ts";
import { route } from "./route.ts";

/** The number is null where it does not exist, as for a parameter that has not varied. */
const finite = z.number().nullable();
const numbers = z.array(z.number());

/** A varied variable, or an `element` of a Vector. */
export const sampledParameter = z.object({
  name: z.string(),
  element: z.int().nullable().describe("The element of a Vector, from 0; null for other variables."),
  options: z
    .array(z.string())
    .nullable()
    .describe("The texts that its numbers stand for; null: the numbers stand for themselves."),
  spacing: z.enum(["linear", "logarithmic"]).describe("The scale on which its bins are spaced."),
  time: finite.describe("The integrated autocorrelation time in steps of all walkers."),
  r_hat: finite.describe("The rank-normalised split R-hat: 1 where all walkers agree."),
  effective: finite.describe(
    "The number of independent samples that would carry the same information (effective sample size).",
  ),
  mean: z.number().describe("The mean of the samples."),
  deviation: z.number().describe("The standard deviation of the samples."),
  quantiles: numbers.describe("The quantiles at 2.5%, 25%, 50%, 75% and 97.5%."),
  edges: numbers.describe("The borders of the bins, in ascending order; one more than there are bins."),
  counts: numbers.describe("The number of samples in each bin."),
});
export type SampledParameter = z.infer<typeof sampledParameter>;

/**
 * `counts` has the number of samples for each pair of bins of two parameters, given by their places in `parameters`;
 * row by row of the second.
 */
export const sampledPair = z.object({
  first: z.int().describe("The place of the first parameter in `parameters`, from 0."),
  second: z.int().describe("The place of the second parameter in `parameters`, from 0."),
  x: numbers.describe("The borders of the first parameter's bins."),
  y: numbers.describe("The borders of the second parameter's bins."),
  counts: numbers.describe("The number of samples in each pair of bins, row by row of the second parameter."),
});

/** The posterior predictive distribution of an output. */
export const sampledOutput = z.object({
  name: z.string(),
  coordinate: z
    .object({
      name: z.string().nullable().describe("The name of the coordinate; null: the index of the points."),
      values: numbers.describe("The places of the values along the coordinate."),
    })
    .nullable()
    .describe("The places of a curve's values, at most 400 of them; `name` null: by index. Null: a scalar."),
  bands: z
    .array(numbers)
    .describe("Each coordinate has a value at 2.5%, 25%, 50%, 75% and 97.5%; a scalar has one coordinate."),
});
export type SampledOutput = z.infer<typeof sampledOutput>;

/** A region of high density that is separate from the others. */
const sampledMode = z.object({
  scan_share: z.number().describe("The share of the density that the scan saw in it, 0 to 1."),
  share: finite.describe("The share of the chain's samples in it; null: there are too few."),
  values: z
    .array(z.union([z.number(), z.string()]))
    .describe("Its likeliest place: a value for each of `parameters`, an option as its text."),
});

export const samplingEnd = z.enum(["converged", "evaluation limit"]);

export const sampling = z.object({
  is_simulated: z.boolean().describe("Servers simulate its designs, rather than an emulator predict them."),
  includes_uncertainty: z.boolean().describe("The emulator's own uncertainty is part of the density."),
  evaluations: z.int().describe("The number of designs that were evaluated."),
  unscored: z.int().describe("Evaluated designs that have no score."),
  screened_out: z
    .int()
    .default(0)
    .describe(
      "Proposed designs that its emulator rejected before they were simulated; see `delayed acceptance` in the guide.",
    ),
  walkers: z.int().describe("The number of walkers."),
  steps: z.int().describe("Complete steps of all walkers."),
  burn_in: z.int().describe("Steps at the beginning that are discarded."),
  acceptance: z.number().describe("The share of moves that were accepted, 0 .. 1."),
  stuck_walkers: z.int().describe("The number of walkers that hardly move."),
  share_in_spec: finite
    .default(null)
    .describe(
      "The share of the samples that are in spec, 0 to 1; null where the score has no limits, or is not the density.",
    ),
  scanned: z
    .int()
    .default(0)
    .describe(
      "Points at which the emulator was evaluated before the chain began, to find the regions of high density; 0: it was not scanned.",
    ),
  modes: z
    .array(sampledMode)
    .default([])
    .describe("The separate regions of high density that the scan found, the largest first."),
  stop_reason: samplingEnd.nullable().describe("The reason why it ended; null while it runs."),
  without_effect: z
    .array(z.string())
    .describe("Varied variables that change nothing in the emulator: they are not sampled."),
  parameters: z
    .array(sampledParameter)
    .describe("The parameters that are sampled; empty before there are enough steps."),
  pairs: z.array(sampledPair).describe("The joint distributions of pairs of parameters."),
  times: z
    .array(
      z.object({
        steps: z.int().describe("The length of the chain in steps."),
        times: z
          .array(finite)
          .describe("The autocorrelation time of each parameter in steps; null where it does not exist."),
      }),
    )
    .describe("The autocorrelation time of each parameter, at lengths of the chain."),
  traces: z
    .object({
      steps: z.array(z.int()).describe("The steps that the values belong to."),
      walkers: z
        .array(z.array(numbers))
        .describe("For each parameter (the log density last) and each walker, the values at these steps."),
    })
    .describe("The paths of a few walkers, thinned."),
  outputs: z.array(sampledOutput).describe("The distributions of the outputs."),
  emulator: optimization.shape.emulator.describe(
    "The job whose emulator it ran on, while that exists; see `optimization`.",
  ),
});
export type Sampling = z.infer<typeof sampling>;

export const samplingRoutes = {
  getSampling: route({
    method: "GET",
    path: "/jobs/{job_id}/sampling",
    summary: "What a sampling has found",
    audience: "full-user",
    params: jobParams,
    response: sampling,
  }),
} as const;
