import type { JobConfig, JobConfigChange } from "@understudy/shared/api/job-config.ts";
import type { JobStatus } from "@understudy/shared/domain/job.ts";
import { applyConfigChange } from "@understudy/shared/job-config/apply-change.ts";
import {
  findConflicts,
  findEditor,
  formatField,
  formatFieldValue,
  recordEdits,
} from "@understudy/shared/job-config/config-fields.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { invalid, Problem } from "../../core/problem.ts";
import type { JobRecord } from "../../models/job.ts";
import type { User } from "../../models/user.ts";
import type { LiveRecordsAndFiles } from "../../platform/platform.ts";
import { isBeforeTraining } from "./before-training.ts";
import { changeJob } from "./change-job.ts";
import { splitAsConfigured } from "./change-split.ts";

/** The files are read, or can be read again, after these; the data of a job from a spec can be prepared again. */
const BEFORE_READING: readonly JobStatus[] = ["Validation Failed", "Interrupted"];
const canBeRead = ({ status }: JobRecord): boolean =>
  BEFORE_READING.includes(status) || status === "Awaiting Configuration";

/**
 * Changes a job's config. How columns look may change at any time, the rest only before it is used.
 * @throws Problem 400 by field and column, 409 when it is too late for the change, or when a field was changed since it was read.
 */
export async function updateConfig(
  platform: LiveRecordsAndFiles,
  user: Pick<User, "_id" | "name">,
  jobId: number,
  change: JobConfigChange,
): Promise<JobRecord> {
  const edit = { by: { id: user._id, name: user.name }, time: new Date().toISOString() };
  const changed = await changeJob(platform, jobId, (job) => {
    const { config } = job;
    if (isStructural(change) && !isBeforeTraining(job)) {
      throw new Problem(409, MESSAGES.trainingConfigFixed);
    }
    if (change.data_options !== undefined && !canBeRead(job)) {
      throw new Problem(409, MESSAGES.dataOptionsFixed);
    }
    checkBase(config, change);
    const { config: next, errors } = applyConfigChange(config, change);
    if (Object.keys(errors).length > 0) throw invalid(errors);
    return { config: { ...next, field_edits: recordEdits(config, next, change, edit) } };
  });
  const { validation_percentage, group_by } = change.training ?? {};
  const isSplitAnew = validation_percentage !== undefined || group_by !== undefined;
  const updated = isSplitAnew ? await splitAsConfigured(platform, changed) : changed;
  platform.publish.config(updated);
  return updated;
}

/** @throws Problem 409 with the present values of fields that others have changed, and who did */
function checkBase(config: JobConfig, change: JobConfigChange): void {
  const conflicts = findConflicts(config, change);
  if (conflicts.length === 0) return;
  const errors = conflicts.map((field) => {
    const name = findEditor(config, field)?.by.name ?? MESSAGES.somebody;
    return [
      [field.part, field.name, field.key].filter((part) => part !== "").join("."),
      [MESSAGES.fieldChanged(name, formatField(field), formatFieldValue(field.value))],
    ];
  });
  throw new Problem(409, MESSAGES.fieldsChangedMeanwhile, { errors: Object.fromEntries(errors) });
}

/** Tells whether a change touches the data that a training learns from, rather than only their display. */
function isStructural({ inputs = [], outputs = [], coordinate_name, training }: JobConfigChange): boolean {
  return (
    coordinate_name !== undefined ||
    training !== undefined ||
    inputs.some(({ type, fixed }) => type !== undefined || fixed !== undefined) ||
    outputs.some((output) => output.coordinate_name !== undefined || output.ignored !== undefined)
  );
}
