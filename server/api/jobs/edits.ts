import { jobDistributionRoutes } from "@understudy/shared/api/job-distributions.ts";
import { jobEditRoutes } from "@understudy/shared/api/job-edit.ts";
import { jobPointRoutes } from "@understudy/shared/api/job-points.ts";
import { jobServerRoutes } from "@understudy/shared/api/job-servers.ts";
import { tagRoutes } from "@understudy/shared/api/tag.ts";
import { ensureTags, updateJobTags } from "../../commands/jobs/change-jobs.ts";
import { distributedRun, updateDistributions } from "../../commands/jobs/distributions.ts";
import { editAbout } from "../../commands/jobs/edit-about.ts";
import { addJobServer, listJobServers } from "../../commands/jobs/job-servers.ts";
import { deletePoint, savePoint, updatePoint } from "../../commands/jobs/points.ts";
import { replaceFiles } from "../../commands/jobs/replace-files.ts";
import { presentJob } from "../../presenters/job.ts";
import { presentDistributions } from "../../presenters/job-distributions.ts";
import { presentPoints } from "../../presenters/job-points.ts";
import { handle } from "../request/handle.ts";
import { loadJob, loadManagedJob } from "./load.ts";

export const jobEditHandlers = {
  editJob: handle(jobEditRoutes.editJob, async ({ web, user, params, body }) => {
    const { job, access } = await loadManagedJob(web, user, params.job_id);
    return presentJob(await editAbout(web, job, body), access);
  }),

  replaceJobFiles: handle(jobEditRoutes.replaceJobFiles, async ({ web, user, params, body }) => {
    const { job, access } = await loadManagedJob(web, user, params.job_id);
    return presentJob(await replaceFiles(web, user, job, body), access);
  }),
};

export const tagHandlers = {
  listTags: handle(tagRoutes.listTags, async ({ web }) => {
    const tags = await web.store.tags.find({}, { sort: { name: 1 }, naturally: true });
    return { items: tags.map(({ name }) => ({ name })) };
  }),

  createTag: handle(tagRoutes.createTag, async ({ web, body }) => {
    const [name = body.name] = await ensureTags(web, [body.name]);
    return { name };
  }),

  updateJobTags: handle(tagRoutes.updateJobTags, async ({ web, params, body, user }) => {
    const { access } = await loadManagedJob(web, user, params.job_id);
    const toNames = (tags: typeof body.tags) => tags.map(({ name }) => name);
    const change = { names: toNames(body.tags), base: body.base && toNames(body.base.tags) };
    return presentJob(await updateJobTags(web, params.job_id, change), access);
  }),
};

export const jobServerHandlers = {
  getJobServers: handle(jobServerRoutes.getJobServers, async ({ web, user, params }) => {
    const { job } = await loadJob(web, user, params.job_id);
    return { items: await listJobServers(web, job) };
  }),

  addJobServer: handle(jobServerRoutes.addJobServer, async ({ web, user, params, body }) => {
    const { job, access } = await loadManagedJob(web, user, params.job_id);
    return presentJob(await addJobServer(web, job, body), access);
  }),
};

export const jobDistributionHandlers = {
  getJobDistributions: handle(jobDistributionRoutes.getJobDistributions, async ({ web, user, params }) => {
    const { job } = await loadJob(web, user, params.job_id);
    return presentDistributions(distributedRun(job), job.revision);
  }),

  updateJobDistributions: handle(
    jobDistributionRoutes.updateJobDistributions,
    async ({ web, user, params, body }) => {
      await loadManagedJob(web, user, params.job_id);
      const job = await updateDistributions(web, user, params.job_id, body);
      return presentDistributions(distributedRun(job), job.revision);
    },
  ),
};

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
