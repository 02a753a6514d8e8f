import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import { MAX_JOB_POINTS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import type { JobRecord, StoredPoint } from "../../models/job.ts";
import type { User } from "../../models/user.ts";
import type { Platform } from "../../platform.ts";
import { canChangePoint } from "../../policies/job.ts";
import { invalid, notFound, Problem } from "../../problem.ts";
import { changeJob } from "./change-job.ts";

type PointChange = { readonly name?: string | undefined; readonly values?: InputPoint | undefined };

/** @throws Problem 400 where the name is taken, a value belongs to no input, or the job has too many points */
export async function savePoint(
  platform: Platform,
  user: User,
  jobId: number,
  { name, values }: { name: string; values: InputPoint },
): Promise<JobRecord> {
  return await changePoints(platform, jobId, (job) => {
    if (job.points.length >= MAX_JOB_POINTS) throw invalid({ name: [MESSAGES.noMorePoints(MAX_JOB_POINTS)] });
    checkPoint(job, { name, values }, null);
    const id = Math.max(0, ...job.points.map((point) => point.id)) + 1;
    return [...job.points, { id, name, values, creator_id: user._id }];
  });
}

/** @throws Problem as `savePoint`, 404 where there is no such point, and 403 where it is not the person's to change */
export async function updatePoint(
  platform: Platform,
  user: User,
  { jobId, pointId }: { jobId: number; pointId: number },
  { name, values }: PointChange,
): Promise<JobRecord> {
  return await changePoints(platform, jobId, (job) => {
    const point = findPoint(user, job, pointId);
    checkPoint(job, { name, values }, pointId);
    const changed = { ...point, name: name ?? point.name, values: values ?? point.values };
    return job.points.map((other) => (other.id === pointId ? changed : other));
  });
}

/** A point that is gone already is deleted. @throws Problem 403 where it is not the person's to delete */
export async function deletePoint(
  platform: Platform,
  user: User,
  { jobId, pointId }: { jobId: number; pointId: number },
): Promise<JobRecord> {
  return await changePoints(platform, jobId, (job) => {
    if (job.points.some(({ id }) => id === pointId)) findPoint(user, job, pointId);
    return job.points.filter(({ id }) => id !== pointId);
  });
}

async function changePoints(
  platform: Platform,
  jobId: number,
  change: (job: JobRecord) => StoredPoint[],
): Promise<JobRecord> {
  const job = await changeJob(platform, jobId, (before) => ({ points: change(before) }));
  platform.publish.points(job);
  return job;
}

function findPoint(user: User, job: JobRecord, pointId: number): StoredPoint {
  const point = job.points.find(({ id }) => id === pointId);
  if (point === undefined) throw notFound(MESSAGES.pointNotFound);
  if (!canChangePoint(user, job, point)) throw new Problem(403, MESSAGES.notYourPoint);
  return point;
}

/** @param pointId of the point itself, whose name may stay */
function checkPoint(
  { points, config }: JobRecord,
  { name, values }: PointChange,
  pointId: number | null,
): void {
  const isTaken = points.some(
    (point) => point.id !== pointId && point.name.toLowerCase() === name?.toLowerCase(),
  );
  const inputs = new Set(config.inputs.map((input) => input.name));
  const unknown = Object.keys(values ?? {}).filter((input) => !inputs.has(input));
  const errors = {
    ...(isTaken && { name: [MESSAGES.pointNameTaken] }),
    ...Object.fromEntries(unknown.map((input) => [`values.${input}`, [MESSAGES.noSuchVariable(input)]])),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
