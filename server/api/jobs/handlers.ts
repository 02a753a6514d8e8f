import { jobRoutes } from "@understudy/shared/api/job.ts";
import { trainingRoutes } from "@understudy/shared/api/training.ts";
import { deleteJobs } from "../../commands/jobs/change-jobs.ts";
import { createJob } from "../../commands/jobs/create-job.ts";
import { moveTraining } from "../../commands/jobs/move-training.ts";
import { findQueue } from "../../commands/jobs/queue-of.ts";
import { startTraining } from "../../commands/jobs/start-training.ts";
import { setTrainWhenDone } from "../../commands/jobs/train-when-done.ts";
import { readTrainingCurve } from "../../commands/jobs/training-curve.ts";
import { presentJob } from "../../presenters/job.ts";
import { handle } from "../request/handle.ts";
import { listJobs } from "./list-jobs.ts";
import { loadJob, loadManagedJob, loadManagedJobs } from "./load.ts";

export const jobHandlers = {
  listJobs: handle(jobRoutes.listJobs, ({ web, user, query }) => listJobs(web.store, user, query)),

  createJob: handle(jobRoutes.createJob, async ({ web, user, body }) => {
    const { _id } = await createJob(web, user, body);
    return { id: _id };
  }),

  getJob: handle(jobRoutes.getJob, async ({ web, user, params }) => {
    const { job, access } = await loadJob(web, user, params.job_id);
    return presentJob(job, access);
  }),

  deleteJobs: handle(jobRoutes.deleteJobs, async ({ web, user, body }) => {
    const jobs = await loadManagedJobs(web, user, body.ids);
    await deleteJobs(
      web,
      jobs.map(({ _id }) => _id),
    );
    return null;
  }),

  startTraining: handle(trainingRoutes.startTraining, async ({ web, user, params, body }) => {
    const { access } = await loadManagedJob(web, user, params.job_id);
    return presentJob(await startTraining(web, params.job_id, "start-training", body), access);
  }),

  configureTraining: handle(trainingRoutes.configureTraining, async ({ web, user, params, body }) => {
    const { access } = await loadManagedJob(web, user, params.job_id);
    return presentJob(await startTraining(web, params.job_id, "configure-training", body), access);
  }),

  moveTraining: handle(trainingRoutes.moveTraining, async ({ web, user, params, body }) => {
    const { access } = await loadManagedJob(web, user, params.job_id);
    return presentJob(await moveTraining(web, params.job_id, body), access);
  }),

  trainWhenDone: handle(trainingRoutes.trainWhenDone, async ({ web, user, params, body }) => {
    const { access } = await loadManagedJob(web, user, params.job_id);
    return presentJob(await setTrainWhenDone(web, params.job_id, body.train_when_done), access);
  }),

  getJobQueue: handle(jobRoutes.getJobQueue, async ({ web, user, params }) => {
    const { job } = await loadJob(web, user, params.job_id);
    return await findQueue(web, job);
  }),

  getTrainingProgress: handle(trainingRoutes.getTrainingProgress, async ({ web, user, params }) => {
    await loadJob(web, user, params.job_id);
    return await readTrainingCurve(web.store, params.job_id);
  }),
};
