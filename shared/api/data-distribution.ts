/**
 * These schemas describe the distribution of the rows of a job's data: over two columns, and over pairs of inputs.
 */
import { z } from "zod";
import { MAX_PAIR_PLOT_PARAMETERS } from "../limits.ts";
import { MESSAGES } from "../messages/messages.ts";
import { jsonText } from "./codec.ts";
import { jobParams } from "./job.ts";
import { route } from "./route.ts";

/** A column that is counted in bins: one more edge than bins. */
const binned = z.object({
  name: z.string(),
  options: z
    .array(z.string())
    .nullable()
    .describe(
      "A categorical input has its levels here, and the axis numbers them from 0. Null: the column holds numbers.",
    ),
  spacing: z.enum(["linear", "log"]).describe("Logarithmic: bins are equally wide in the logarithm."),
  edges: z
    .array(z.number())
    .describe("The borders of the bins, in ascending order; one more than there are bins."),
});

export const outputHeatmap = z.object({
  rows: z
    .int()
    .describe("Rows that were counted, and their points: a row has one, or one for each value of its curve."),
  points: z.int().describe("The number of points that were counted."),
  left_out: z.int().describe("Points that are not counted: they are not above 0 along a logarithmic axis."),
  undefined_points: z
    .int()
    .describe("Points that are not counted because their row does not define an output."),
  x: binned.describe("The bins of the horizontal axis."),
  y: binned.describe("The bins of the vertical axis."),
  counts: z.array(z.int()).describe("Points in each cell, row by row of `y`."),
});
export type OutputHeatmap = z.infer<typeof outputHeatmap>;

export const pairPlotParameter = binned.extend({
  counts: z.array(z.int()).describe("Rows in each bin, of all rows that were counted."),
  values: z
    .array(z.number())
    .describe("The values at the rows that are drawn; a categorical input has the numbers of its levels."),
});

export const inputPairPlots = z.object({
  total: z.int().describe("The number of all training rows."),
  counted: z.int().describe("The number of training rows that the histograms count."),
  rows: z
    .array(z.int())
    .describe("Positions, from 0, of the drawn rows in the training set; evenly spread over it."),
  parameters: z.array(pairPlotParameter).describe("The parameters that are plotted against each other."),
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
    query: z.object({
      x_axis: z.string().max(1_000).describe("The name of the column on the horizontal axis."),
      y_axis: z.string().max(1_000).describe("The name of the column on the vertical axis."),
    }),
    response: outputHeatmap,
  }),
  getInputPairPlots: route({
    method: "GET",
    path: "/jobs/{job_id}/input_pair_plots",
    summary: "Where the training rows lie over each pair of at most five inputs",
    audience: "user",
    params: jobParams,
    query: z.object({ inputs: jsonText(chosenInputs).describe("The names of the parameters to plot.") }),
    response: inputPairPlots,
  }),
} as const;
