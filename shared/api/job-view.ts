import { z } from "zod";
import { dataSet } from "../domain/job.ts";
import { MAX_EMULATOR_NAMES, MAX_NAME_LENGTH } from "../limits.ts";
import { boundedList, boundedRecord, scalarRecord } from "./bounded.ts";

/**
 * A view of a job's page: everything that another person needs to see the same. A person who follows a colleague gets the
 * colleague's views one after the other; a comment can keep the view that it was made in.
 */

export const JOB_TABS = [
  "progress",
  "simulations",
  "emulator",
  "sensitivity",
  "training-config",
  "display-config",
] as const;
export const jobTab = z.enum(JOB_TABS);
export type TabName = z.infer<typeof jobTab>;

/** A page has about a dozen choices, and a plot for each output that is shown. */
const MAX_CHOICES = 40;
const MAX_CHOSEN = 20;
const MAX_ZOOMED_PLOTS = 20;

/** The values of one choice. */
export const viewChoice = boundedList(z.string().max(2 * MAX_NAME_LENGTH), MAX_CHOSEN);
/** The longest text of the profiler's settings: half of the bytes of a message about presence. */
export const MAX_PROFILER_TEXT_LENGTH = 8_000;

const range = z.tuple([z.number(), z.number()]).readonly();
/** The visible part of a plot's axes, in the units that the plot shows. */
export const plotZoom = z
  .object({ x: range.describe("From left to right."), y: range.describe("From bottom to top.") })
  .readonly();

/** A position on the page that means the same in a window of any size. */
export const scrollPosition = z.object({
  part: z
    .string()
    .max(MAX_NAME_LENGTH)
    .nullable()
    .describe("The heading of the part at the upper third of the window; null: there is none."),
  offset: z
    .number()
    .min(0)
    .max(1)
    .describe("The share of the part (without one, of the page) that lies above it, from 0 to 1."),
});
export type ScrollPosition = z.infer<typeof scrollPosition>;

/** A design of an optimization. */
export const selectedDesign = z.object({
  kind: z
    .enum(["maximum", "front"])
    .describe("Whether it is one of the best designs, or a point of the Pareto front."),
  at: z.int().min(0).describe("Its place among them, from 0."),
});

export const jobView = z.object({
  tab: jobTab.describe("The tab of the page."),
  choices: boundedRecord(viewChoice, MAX_CHOICES).describe(
    "The choices of the tab, as its address has them: outputs, axes, scales, the opened simulation.",
  ),
  sliders: scalarRecord(MAX_EMULATOR_NAMES.inputs)
    .nullable()
    .describe("The sliders that do not stand where they start, as stored; null: the tab has no sliders."),
  compared: z
    .object({
      data_set: dataSet.describe("The data set of the row."),
      row: z.int().min(1).describe("The number of the row, from 1."),
    })
    .nullable()
    .describe("The row that the emulator is compared with; null: none."),
  zooms: boundedRecord(plotZoom, MAX_ZOOMED_PLOTS).describe(
    "The plots that are zoomed, by the label of each.",
  ),
  design: selectedDesign.nullable().describe("The selected design of an optimization; null: the best."),
  profiler: z
    .string()
    .max(MAX_PROFILER_TEXT_LENGTH)
    .nullable()
    .default(null)
    .describe("The profiler's settings, as the address has them; null: the usual ones."),
  scroll: scrollPosition.describe("The position that the page is scrolled to."),
});
export type JobView = z.infer<typeof jobView>;
