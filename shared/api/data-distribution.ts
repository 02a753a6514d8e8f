/**
 * These schemas describe the distribution of the rows of a job's data: over two columns, and over pairs of inputs.
 */
import { z } from "zod";
import { MAX_PAIR_PLOT_PARAMETERS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { jsonText } from "./codec.ts";
import { jobParams } from "./job.ts";
import { route } from "./route.ts";

/** A column that is counted in bins: one more edge than bins. */
const binned = z.object({
  name: z.string(),
  /** A categorical input has its levels here, and the axis numbers them from 0. Null: the column holds numbers. */
  options: z.array(z.string()).nullable(),
  /** Logarithmic: bins are equally wide in the logarithm. */
  spacing: z.enum(["linear", "log"]),
  edges: z.array(z.number()),
});

export const outputHeatmap = z.object({
  /** Rows that were counted, and their points: a row has one, or one for each value of its curve. */
  rows: z.int(),
  points: z.int(),
  /** Points that are not counted: they are not above 0 along a logarithmic axis. */
  left_out: z.int(),
  /** Points that are not counted because their row does not define an output. */
  undefined_points: z.int(),
  x: binned,
  y: binned,
  /** Points in each cell, row by row of `y`. */
  counts: z.array(z.int()),
});
export type OutputHeatmap = z.infer<typeof outputHeatmap>;

export const pairPlotParameter = binned.extend({
  /** Rows in each bin, of all rows that were counted. */
  counts: z.array(z.int()),
  /** The values at the rows that are drawn; a categorical input has the numbers of its levels. */
  values: z.array(z.number()),
});

export const inputPairPlots = z.object({
  /** Training rows in all, and those that the histograms count. */
  total: z.int(),
  counted: z.int(),
  /** Positions, from 0, of the drawn rows in the training set; evenly spread over it. */
  rows: z.array(z.int()),
  parameters: z.array(pairPlotParameter),
});
export type InputPairPlots = z.infer<typeof inputPairPlots>;

/** The number of names is checked here too: a longer list is refused before anything is read. */
const chosenInputs = z
  .array(z.string())
  .min(1, MESSAGES.pairPlotInputRequired)
  .max(MAX_PAIR_PLOT_PARAMETERS, MESSAGES.pairPlotLimit(MAX_PAIR_PLOT_PARAMETERS));

export const dataDistributionRoutes = {
  getOutputHeatmap: route({
    method: "GET",
    path: "/jobs/{job_id}/output_heatmap",
    summary: "How many rows of the data lie where, over two columns: inputs, outputs or a curve's coordinate",
    audience: "user",
    params: jobParams,
    query: z.object({ x_axis: z.string().max(1_000), y_axis: z.string().max(1_000) }),
    response: outputHeatmap,
  }),
  getInputPairPlots: route({
    method: "GET",
    path: "/jobs/{job_id}/input_pair_plots",
    summary: "Where the training rows lie over each pair of at most five inputs",
    audience: "user",
    params: jobParams,
    query: z.object({ inputs: jsonText(chosenInputs) }),
    response: inputPairPlots,
  }),
} as const;
