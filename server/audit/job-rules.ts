import { jobRoutes } from "@understudy/shared/api/job.ts";
import { jobEditRoutes } from "@understudy/shared/api/job-edit.ts";
import { jobListRoutes } from "@understudy/shared/api/job-list.ts";
import { shareRoutes } from "@understudy/shared/api/share.ts";
import { simulationRoutes } from "@understudy/shared/api/simulation.ts";
import { specJobRoutes } from "@understudy/shared/api/spec-job.ts";
import { tagRoutes } from "@understudy/shared/api/tag.ts";
import { counted } from "@understudy/shared/counted.ts";
import { audited, type Reference } from "./rule.ts";

const job = (id: number): Reference => ({ kind: "job", id });
const jobs = (ids: readonly number[]): Reference[] => ids.map(job);
const tagChange = (added: readonly string[], removed: readonly string[]): string =>
  [...added.map((name) => `+${name}`), ...removed.map((name) => `−${name}`)].join(" ");

export const jobAudit = {
  createJob: audited(jobRoutes.createJob, () => ({ action: "job-created", detail: "from data" }), "job"),
  createSpecJob: audited(
    specJobRoutes.createSpecJob,
    ({ params }) => ({ action: "job-created", with: [{ kind: "spec-version", id: params.spec_version_id }] }),
    "job",
  ),
  startTraining: audited(jobRoutes.startTraining, ({ params }) => ({
    action: "job-started",
    to: [job(params.job_id)],
  })),
  configureTraining: audited(jobRoutes.configureTraining, ({ params }) => ({
    action: "job-configured",
    to: [job(params.job_id)],
    detail: "training options",
  })),
  updateJobConfig: audited(jobRoutes.updateJobConfig, ({ params }) => ({
    action: "job-configured",
    to: [job(params.job_id)],
    detail: "columns",
  })),
  updateFocusRegions: audited(jobRoutes.updateFocusRegions, ({ params }) => ({
    action: "job-configured",
    to: [job(params.job_id)],
    detail: "focus regions",
  })),
  trainWhenDone: audited(jobRoutes.trainWhenDone, ({ params, body }) => ({
    action: "job-configured",
    to: [job(params.job_id)],
    detail: body().train_when_done ? "train when done" : "do not train when done",
  })),
  moveTraining: audited(jobRoutes.moveTraining, ({ params, body }) => ({
    action: "job-training-moved",
    to: [job(params.job_id)],
    detail: body().train_on === "platform" ? "to the platform" : "to a server",
  })),
  pauseJob: audited(jobRoutes.pauseJob, ({ params }) => ({ action: "job-paused", to: [job(params.job_id)] })),
  resumeJob: audited(jobRoutes.resumeJob, ({ params }) => ({
    action: "job-resumed",
    to: [job(params.job_id)],
  })),
  retryJob: audited(jobRoutes.retryJob, ({ params }) => ({
    action: "job-retried",
    to: [job(params.job_id)],
  })),
  extendJob: audited(jobRoutes.extendJob, ({ params }) => ({
    action: "job-extended",
    to: [job(params.job_id)],
  })),
  editJob: audited(jobEditRoutes.editJob, ({ params, body }) => {
    const { name, ...rest } = body();
    const changes = [...(name === undefined ? [] : [`name: ${name}`]), ...Object.keys(rest)];
    return { action: "job-edited", to: [job(params.job_id)], detail: changes.join(", ") };
  }),
  replaceJobFiles: audited(jobEditRoutes.replaceJobFiles, ({ params }) => ({
    action: "job-files-replaced",
    to: [job(params.job_id)],
  })),
  deleteSimulations: audited(simulationRoutes.deleteSimulations, ({ params, body }) => ({
    action: "job-simulations-deleted",
    to: [job(params.job_id)],
    detail: counted(body().ids.length, "simulation"),
  })),
  updateJobTags: audited(tagRoutes.updateJobTags, ({ params, body }) => ({
    action: "job-tagged",
    to: [job(params.job_id)],
    detail: body()
      .tags.map(({ name }) => name)
      .join(" "),
  })),
  tagJobs: audited(jobListRoutes.tagJobs, ({ body }) => {
    const { ids, add, remove } = body();
    return { action: "job-tagged", to: jobs(ids), detail: tagChange(add, remove) };
  }),
  archiveJobs: audited(jobListRoutes.archiveJobs, ({ body }) => {
    const { ids, archived } = body();
    return { action: archived ? "job-archived" : "job-unarchived", to: jobs(ids) };
  }),
  setShare: audited(shareRoutes.setShare, ({ params, body }) => ({
    action: body().shared ? "job-shared" : "job-unshared",
    to: [job(params.job_id)],
    with: [{ kind: "user", id: params.user_id }],
  })),
  deleteJobs: audited(jobRoutes.deleteJobs, ({ body }) => ({
    action: "job-deleted",
    to: jobs(body().ids),
  })),
};
