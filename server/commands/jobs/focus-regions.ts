import { maxSections } from "@understudy/engine/dataset/sections.ts";
import type { FocusRegion, JobConfig } from "@understudy/shared/api/job-config.ts";
import { stretchProblems } from "@understudy/shared/job-config/focus-regions.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { type FieldErrors, invalid, Problem } from "../../core/problem.ts";
import type { JobRecord } from "../../models/job.ts";
import type { LiveRecords } from "../../platform/platform.ts";
import { isBeforeTraining } from "./before-training.ts";
import { changeJob } from "./change-job.ts";

/**
 * The axis of a job's regions: the coordinate that all its curves share, or else the row index of the longest curve.
 */
export type Span = { min: number; max: number; maxSections: number };

export function findSpan({ outputs, coordinates, coordinate_name }: JobConfig): Span {
  const coordinate = coordinates.find(({ name }) => name === coordinate_name);
  if (coordinate !== undefined) {
    return { min: coordinate.min, max: coordinate.max, maxSections: maxSections(coordinate.length) };
  }
  const longest = Math.max(1, ...outputs.map(({ length }) => length));
  return { min: 0, max: longest - 1, maxSections: maxSections(longest) };
}

/**
 * @throws Problem 400 with errors by region: `regions.0.from`, `regions.0.to`, or for all `regions`; 409 when a training
 * has used them or uses them now.
 */
export async function updateFocusRegions(
  platform: LiveRecords,
  jobId: number,
  regions: FocusRegion[],
): Promise<JobRecord> {
  const updated = await changeJob(platform, jobId, (job) => {
    if (!isBeforeTraining(job)) throw new Problem(409, MESSAGES.trainingConfigFixed);
    const errors = findProblems(regions, findSpan(job.config));
    if (Object.keys(errors).length > 0) throw invalid(errors);
    return { focus_regions: regions };
  });
  platform.publish.config(updated);
  return updated;
}

function findProblems(regions: readonly FocusRegion[], span: Span): FieldErrors {
  const errors: FieldErrors = {};
  const stretches = regions.map(({ range: [from, to] }) => ({ from, to }));
  for (const [at, { from, to }] of stretchProblems(stretches, span).entries()) {
    if (from !== null) errors[`regions.${at}.from`] = [from];
    if (to !== null) errors[`regions.${at}.to`] = [to];
  }
  const sections = regions.reduce((sum, { number_of_sections }) => sum + number_of_sections, 0);
  if (sections > span.maxSections) errors.regions = [MESSAGES.maximumSections(span.maxSections)];
  return errors;
}
