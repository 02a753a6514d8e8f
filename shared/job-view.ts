import { z } from "zod";
import { boundedList, boundedRecord, scalarRecord } from "./api/bounded.ts";
import { dataSet } from "./domain/job.ts";
import { MAX_EMULATOR_NAMES, MAX_NAME_LENGTH } from "./limits.ts";

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
export const plotZoom = z.object({ x: range, y: range }).readonly();

/** A position on the page that means the same in a window of any size. */
export const scrollPosition = z.object({
  /** The heading of the part at the upper third of the window; null: there is none. */
  part: z.string().max(MAX_NAME_LENGTH).nullable(),
  /** The share of the part (without one, of the page) that lies above it, from 0 to 1. */
  offset: z.number().min(0).max(1),
});
export type ScrollPosition = z.infer<typeof scrollPosition>;

export const jobView = z.object({
  tab: jobTab,
  /** The choices of the tab, as its address has them: outputs, axes, scales, the opened simulation. */
  choices: boundedRecord(viewChoice, MAX_CHOICES),
  /** The sliders that do not stand where they start, as stored; null: the tab has no sliders. */
  sliders: scalarRecord(MAX_EMULATOR_NAMES.inputs).nullable(),
  /** The row that the emulator is compared with; rows count from 1. */
  compared: z.object({ data_set: dataSet, row: z.int().min(1) }).nullable(),
  /** The plots that are zoomed, by the label of each. */
  zooms: boundedRecord(plotZoom, MAX_ZOOMED_PLOTS),
  /** The selected design of an optimization; null: the best. */
  design: z.object({ kind: z.enum(["maximum", "front"]), at: z.int().min(0) }).nullable(),
  /** The profiler's settings, as the address has them; null: the usual ones. */
  profiler: z.string().max(MAX_PROFILER_TEXT_LENGTH).nullable().default(null),
  scroll: scrollPosition,
});
export type JobView = z.infer<typeof jobView>;
