import { jobPointRoutes } from "@understudy/shared/api/job-points.ts";
import { deletePoint, savePoint, updatePoint } from "../../commands/jobs/points.ts";
import { presentPoints } from "../../presenters/job-points.ts";
import { handle } from "../request/handle.ts";
import { loadJob } from "./load.ts";

export const jobPointHandlers = {
  getJobPoints: handle(jobPointRoutes.getJobPoints, async ({ web, user, params }) => {
    const { job } = await loadJob(web, user, params.job_id);
    return presentPoints(job, user);
  }),

  saveJobPoint: handle(jobPointRoutes.saveJobPoint, async ({ web, user, params, body }) => {
    await loadJob(web, user, params.job_id);
    return presentPoints(await savePoint(web, user, params.job_id, body), user);
  }),

  updateJobPoint: handle(jobPointRoutes.updateJobPoint, async ({ web, user, params, body }) => {
    await loadJob(web, user, params.job_id);
    const ids = { jobId: params.job_id, pointId: Number(params.point_id) };
    return presentPoints(await updatePoint(web, user, ids, body), user);
  }),

  deleteJobPoint: handle(jobPointRoutes.deleteJobPoint, async ({ web, user, params }) => {
    await loadJob(web, user, params.job_id);
    const ids = { jobId: params.job_id, pointId: Number(params.point_id) };
    return presentPoints(await deletePoint(web, user, ids), user);
  }),
};
