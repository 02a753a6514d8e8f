import { maxSections } from "@understudy/engine/dataset/sections.ts";
import type { FocusRegion, JobConfig } from "@understudy/shared/api/job-config.ts";
import {
  addEdits,
  FOCUS_REGIONS_FIELD,
  findEditor,
  formatField,
  formatFieldValue,
  isSameValue,
} from "@understudy/shared/job-config/config-fields.ts";
import { formatRegions, stretchProblems } from "@understudy/shared/job-config/focus-regions.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { NO_UNIT, shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { type FieldErrors, invalid, Problem } from "../../core/problem.ts";
import type { JobRecord } from "../../models/job.ts";
import type { User } from "../../models/user.ts";
import type { LiveRecords } from "../../platform/platform.ts";
import { isBeforeTraining } from "./before-training.ts";
import { changeJob } from "./change-job.ts";

/**
 * The axis of a job's regions: the coordinate that all its curves share, or else the row index of the longest curve.
 */
export type Span = { min: number; max: number; maxSections: number };

const findCoordinate = ({ coordinates, coordinate_name }: JobConfig) =>
  coordinates.find(({ name }) => name === coordinate_name);

export function findSpan(config: JobConfig): Span {
  const { outputs } = config;
  const coordinate = findCoordinate(config);
  if (coordinate !== undefined) {
    return { min: coordinate.min, max: coordinate.max, maxSections: maxSections(coordinate.length) };
  }
  const longest = Math.max(1, ...outputs.map(({ length }) => length));
  return { min: 0, max: longest - 1, maxSections: maxSections(longest) };
}

/** The refusal of a change names the present regions in so many characters. */
const MAX_SHOWN_LENGTH = 200;

type RegionsChange = {
  readonly regions: FocusRegion[];
  /** Undefined: they are replaced whatever they are. */
  readonly base?: { readonly regions: readonly FocusRegion[] } | undefined;
};

/**
 * @throws Problem 400 with errors by region: `regions.0.from`, `regions.0.to`, or for all `regions`; 409 when a training
 * has used them or uses them now, and with the present regions and who changed them where they are others than the base.
 */
export async function updateFocusRegions(
  platform: LiveRecords,
  user: Pick<User, "_id" | "name">,
  jobId: number,
  { regions, base }: RegionsChange,
): Promise<JobRecord> {
  const edit = { by: { id: user._id, name: user.name }, time: new Date().toISOString() };
  const updated = await changeJob(platform, jobId, (job) => {
    if (!isBeforeTraining(job)) throw new Problem(409, MESSAGES.trainingConfigFixed);
    const { config, focus_regions } = job;
    const isSame = isSameValue(focus_regions, regions);
    if (!isSame && base !== undefined && !isSameValue(focus_regions, base.regions)) throw createConflict(job);
    const errors = findProblems(regions, findSpan(config));
    if (Object.keys(errors).length > 0) throw invalid(errors);
    if (isSame) return {};
    const field_edits = addEdits(config, [FOCUS_REGIONS_FIELD], edit);
    return { focus_regions: regions, config: { ...config, field_edits } };
  });
  platform.publish.config(updated);
  return updated;
}

function createConflict({ config, focus_regions }: JobRecord): Problem {
  const name = findEditor(config, FOCUS_REGIONS_FIELD)?.by.name ?? MESSAGES.somebody;
  const coordinate = findCoordinate(config);
  const unit = coordinate === undefined ? NO_UNIT : shownUnit(coordinate);
  const shown = formatFieldValue(formatRegions(focus_regions, unit), MAX_SHOWN_LENGTH);
  const text = MESSAGES.fieldChanged(name, formatField(FOCUS_REGIONS_FIELD), shown);
  return new Problem(409, MESSAGES.fieldsChangedMeanwhile, { errors: { regions: [text] } });
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
