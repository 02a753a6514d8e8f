import type { JobPoints } from "@understudy/shared/api/job-points.ts";
import type { JobRecord } from "../models/job.ts";
import { canChangePoint, type Person } from "../policies/job.ts";

export const presentPoints = (job: JobRecord, reader: Person): JobPoints => ({
  points: job.points.map((point) => ({
    id: point.id,
    name: point.name,
    values: point.values,
    can_be_changed: canChangePoint(reader, job, point),
  })),
  revision: job.revision,
});
