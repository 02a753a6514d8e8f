import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { InputDefinition, ScalarValue } from "@understudy/shared/domain/variable.ts";
import { formatFieldValue } from "@understudy/shared/job-config/config-fields.ts";
import { MAX_JOB_POINTS, MAX_NAME_LENGTH } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { invalid, notFound, Problem } from "../../core/problem.ts";
import { findUnseenFields } from "../../core/unseen-fields.ts";
import type { JobRecord, StoredPoint } from "../../models/job.ts";
import type { User } from "../../models/user.ts";
import type { LiveRecords } from "../../platform/platform.ts";
import { canChangePoint } from "../../policies/job.ts";
import { changeJob } from "./change-job.ts";
import type { JobChange } from "./transition-job.ts";

type PointFields = { readonly name?: string | undefined; readonly values?: InputPoint | undefined };
type PointChange = PointFields & { readonly base?: PointFields | undefined };

/** @throws Problem 400 where the name is taken, a value belongs to no input, or the job has too many points */
export async function savePoint(
  platform: LiveRecords,
  user: User,
  jobId: number,
  { name, values }: { name: string; values: InputPoint },
): Promise<JobRecord> {
  return await changePoints(platform, jobId, (job) => {
    if (job.points.length >= MAX_JOB_POINTS) throw invalid({ name: [MESSAGES.noMorePoints(MAX_JOB_POINTS)] });
    checkPoint(job, { name, values }, null);
    const id = Math.max(job.last_point_id, ...job.points.map((point) => point.id)) + 1;
    const point = { id, name, values, creator_id: user._id, editor_name: null };
    return { points: [...job.points, point], last_point_id: id };
  });
}

/**
 * @throws Problem as `savePoint`, 404 where there is no such point, 403 where it is not the person's to change, and 409 where a
 * field that is to change is another than the base
 */
export async function updatePoint(
  platform: LiveRecords,
  user: User,
  { jobId, pointId }: { jobId: number; pointId: number },
  { name, values, base }: PointChange,
): Promise<JobRecord> {
  return await changePoints(platform, jobId, (job) => {
    const point = findPoint(user, job, pointId);
    checkBase(point, { name, values, base });
    checkPoint(job, { name, values }, pointId);
    const fields = { name: name ?? point.name, values: values ?? point.values };
    const changed = { ...point, ...fields, editor_name: user.name };
    return { points: job.points.map((other) => (other.id === pointId ? changed : other)) };
  });
}

/** A point that is gone already is deleted. @throws Problem 403 where it is not the person's to delete */
export async function deletePoint(
  platform: LiveRecords,
  user: User,
  { jobId, pointId }: { jobId: number; pointId: number },
): Promise<JobRecord> {
  const hasPoint = ({ points }: JobRecord) => points.some(({ id }) => id === pointId);
  const current = await platform.store.jobs.findOne({ _id: jobId });
  if (current !== null && !hasPoint(current)) return current;
  return await changePoints(platform, jobId, (job) => {
    if (hasPoint(job)) findPoint(user, job, pointId);
    const { points, last_point_id } = job;
    // The largest id may be that of a point from before the counter.
    const largest = Math.max(last_point_id, ...points.map(({ id }) => id));
    return { points: points.filter(({ id }) => id !== pointId), last_point_id: largest };
  });
}

async function changePoints(
  platform: LiveRecords,
  jobId: number,
  change: (job: JobRecord) => Pick<JobChange, "points" | "last_point_id">,
): Promise<JobRecord> {
  const job = await changeJob(platform, jobId, change);
  platform.publish.points(job);
  return job;
}

function findPoint(user: User, job: JobRecord, pointId: number): StoredPoint {
  const point = job.points.find(({ id }) => id === pointId);
  if (point === undefined) throw notFound(MESSAGES.pointNotFound);
  if (!canChangePoint(user, job, point)) throw new Problem(403, MESSAGES.notYourPoint);
  return point;
}

/** @throws Problem 409 */
function checkBase(point: StoredPoint, { base, ...edit }: PointChange): void {
  const unseen = findUnseenFields(["name", "values"], { current: point, edit, base });
  const editor = point.editor_name ?? MESSAGES.somebody;
  const texts = {
    name: MESSAGES.aboutChanged(editor, "name", formatFieldValue(point.name)),
    values: MESSAGES.pointMoved(editor),
  };
  const [first] = unseen;
  if (first === undefined) return;
  const errors = Object.fromEntries(unseen.map((field) => [field, [texts[field]]]));
  throw new Problem(409, texts[first], { errors });
}

/** @param pointId of the point itself, whose name may stay */
function checkPoint(
  { points, config }: JobRecord,
  { name, values }: PointFields,
  pointId: number | null,
): void {
  const isTaken = points.some(
    (point) => point.id !== pointId && point.name.toLowerCase() === name?.toLowerCase(),
  );
  const inputs = new Map(config.inputs.map((input) => [input.name, input]));
  const wrong = Object.entries(values ?? {}).flatMap(([input, value]) => {
    const problem = findValueProblem(inputs.get(input), input, value);
    return problem === null ? [] : [[`values.${input}`, [problem]] as const];
  });
  const errors = { ...(isTaken && { name: [MESSAGES.pointNameTaken] }), ...Object.fromEntries(wrong) };
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** A value is a number, or one of the categories of its input by its text. @returns null: it is */
function findValueProblem(
  input: InputDefinition | undefined,
  name: string,
  value: ScalarValue,
): string | null {
  if (input === undefined) return MESSAGES.noSuchVariable(name);
  if (input.type !== "MultiSelect") return typeof value === "number" ? null : MESSAGES.invalidNumber;
  const isListed = input.values?.some((listed) => String(listed) === String(value)) ?? false;
  return isListed ? null : MESSAGES.noSuchCategory(String(value).slice(0, MAX_NAME_LENGTH));
}
