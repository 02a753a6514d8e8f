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
  element: z.int().nullable(),
  /** The texts that its numbers stand for; null: the numbers stand for themselves. */
  options: z.array(z.string()).nullable(),
  spacing: z.enum(["linear", "logarithmic"]),
  /** The integrated autocorrelation time in steps of all walkers. */
  time: finite,
  /** The rank-normalised split R-hat: 1 where all walkers agree. */
  r_hat: finite,
  /** The number of independent samples that would carry the same information (effective sample size). */
  effective: finite,
  mean: z.number(),
  deviation: z.number(),
  /** The quantiles at 2.5%, 25%, 50%, 75% and 97.5%. */
  quantiles: numbers,
  /** The number of samples in each bin; there is one more edge than bins. */
  edges: numbers,
  counts: numbers,
});
export type SampledParameter = z.infer<typeof sampledParameter>;

/**
 * `counts` has the number of samples for each pair of bins of two parameters, given by their places in `parameters`;
 * row by row of the second.
 */
export const sampledPair = z.object({
  first: z.int(),
  second: z.int(),
  x: numbers,
  y: numbers,
  counts: numbers,
});

/** The posterior predictive distribution of an output. */
export const sampledOutput = z.object({
  name: z.string(),
  /** The places of a curve's values, at most 400 of them; `name` null: by index. Null: a scalar. */
  coordinate: z.object({ name: z.string().nullable(), values: numbers }).nullable(),
  /** Each coordinate has a value at 2.5%, 25%, 50%, 75% and 97.5%; a scalar has one coordinate. */
  bands: z.array(numbers),
});
export type SampledOutput = z.infer<typeof sampledOutput>;

/** A region of high density that is separate from the others. */
const sampledMode = z.object({
  /** The share of the density that the scan saw in it, 0 to 1. */
  scan_share: z.number(),
  /** The share of the chain's samples in it; null: there are too few. */
  share: finite,
  /** Its likeliest place: a value for each of `parameters`, an option as its text. */
  values: z.array(z.union([z.number(), z.string()])),
});

export const samplingEnd = z.enum(["converged", "evaluation limit"]);

export const sampling = z.object({
  /** Servers simulate its designs, rather than an emulator predict them. */
  is_simulated: z.boolean(),
  /** The emulator's own uncertainty is part of the density. */
  includes_uncertainty: z.boolean(),
  /** Designs evaluated, and those of them that have no score. */
  evaluations: z.int(),
  unscored: z.int(),
  /** Proposed designs that its emulator rejected before they were simulated; see `delayed acceptance` in the guide. */
  screened_out: z.int().default(0),
  walkers: z.int(),
  /** Complete steps of all walkers, and those at the beginning that are discarded. */
  steps: z.int(),
  burn_in: z.int(),
  /** The share of moves that were accepted, and walkers that hardly move. */
  acceptance: z.number(),
  stuck_walkers: z.int(),
  /** The share of the samples that are in spec, 0 to 1; null where the score has no limits, or is not the density. */
  share_in_spec: finite.default(null),
  /** Points at which the emulator was evaluated before the chain began, to find the regions of high density; 0: it was not scanned. */
  scanned: z.int().default(0),
  /** The separate regions of high density that the scan found, the largest first. */
  modes: z.array(sampledMode).default([]),
  /** The reason why it ended; null while it runs. */
  stop_reason: samplingEnd.nullable(),
  /** Varied variables that change nothing in the emulator: they are not sampled. */
  without_effect: z.array(z.string()),
  /** The parameters that are sampled; empty before there are enough steps. */
  parameters: z.array(sampledParameter),
  pairs: z.array(sampledPair),
  /** The autocorrelation time of each parameter, at lengths of the chain. */
  times: z.array(z.object({ steps: z.int(), times: z.array(finite) })),
  /** The paths of a few walkers, thinned: by parameter, the log density last, a list a walker. */
  traces: z.object({ steps: z.array(z.int()), walkers: z.array(z.array(numbers)) }),
  outputs: z.array(sampledOutput),
  /** The job whose emulator it ran on, while that exists; see `optimization`. */
  emulator: optimization.shape.emulator,
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
