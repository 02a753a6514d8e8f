import type { AuditAction } from "@understudy/shared/api/audit.ts";
import { commentRoutes } from "@understudy/shared/api/comment.ts";
import { emulatorExportRoutes } from "@understudy/shared/api/emulator-export.ts";
import { jobRoutes } from "@understudy/shared/api/job.ts";
import { jobDistributionRoutes } from "@understudy/shared/api/job-distributions.ts";
import { jobEditRoutes } from "@understudy/shared/api/job-edit.ts";
import { jobListRoutes } from "@understudy/shared/api/job-list.ts";
import { jobPointRoutes } from "@understudy/shared/api/job-points.ts";
import { jobServerRoutes } from "@understudy/shared/api/job-servers.ts";
import type { Route } from "@understudy/shared/api/route.ts";
import { shareRoutes } from "@understudy/shared/api/share.ts";
import { simulationRoutes } from "@understudy/shared/api/simulation.ts";
import { specJobRoutes } from "@understudy/shared/api/spec-job.ts";
import { tagRoutes } from "@understudy/shared/api/tag.ts";
import { trainingRoutes } from "@understudy/shared/api/training.ts";
import { counted } from "@understudy/shared/counted.ts";
import { EXPORT_FORMATS } from "@understudy/shared/domain/export-format.ts";
import type { TrainOn } from "@understudy/shared/domain/job.ts";
import type { z } from "zod";
import { omitTags } from "../core/tag-names.ts";
import { type AuditRule, audited, type Reference } from "./rule.ts";

const job = (id: number): Reference => ({ kind: "job", id });
const jobs = (ids: readonly number[]): Reference[] => ids.map(job);
const toTagNames = (tags: readonly { readonly name: string }[]): string[] => tags.map(({ name }) => name);
const tagChange = (added: readonly string[], removed: readonly string[]): string =>
  [...added.map((name) => `+${name}`), ...removed.map((name) => `−${name}`)].join(" ");

/** Names a place of training; a machine costs money. */
const TRAINING_PLACES = {
  platform: "the platform",
  server: "a server",
  provision: "a new machine",
} as const satisfies Record<TrainOn, string>;

/** Audits a call on the job of its address. */
const ofJob = <
  P extends z.ZodType<{ job_id: number }, Record<string, string | undefined>>,
  Q extends Route["query"],
  B extends Route["body"],
  R extends Route["response"],
>(
  route: Route<P, Q, B, R>,
  action: AuditAction,
  detail?: (body: () => z.output<B>) => string,
): AuditRule =>
  audited(route, ({ params, body }) => ({
    action,
    to: [job(params.job_id)],
    ...(detail !== undefined && { detail: detail(body) }),
  }));

export const jobAudit = {
  createJob: audited(jobRoutes.createJob, () => ({ action: "job-created", detail: "from data" }), "job"),
  createSpecJob: audited(
    specJobRoutes.createSpecJob,
    ({ params }) => ({ action: "job-created", with: [{ kind: "spec-version", id: params.spec_version_id }] }),
    "job",
  ),
  startTraining: ofJob(
    trainingRoutes.startTraining,
    "job-started",
    (body) => `on ${TRAINING_PLACES[body().train_on]}`,
  ),
  configureTraining: ofJob(trainingRoutes.configureTraining, "job-configured", () => "training options"),
  updateJobConfig: ofJob(jobRoutes.updateJobConfig, "job-configured", () => "columns"),
  updateFocusRegions: ofJob(trainingRoutes.updateFocusRegions, "job-configured", () => "focus regions"),
  updateJobDistributions: ofJob(
    jobDistributionRoutes.updateJobDistributions,
    "job-configured",
    () => "distributions",
  ),
  trainWhenDone: ofJob(trainingRoutes.trainWhenDone, "job-configured", (body) =>
    body().train_when_done ? "train when done" : "do not train when done",
  ),
  addJobServer: ofJob(jobServerRoutes.addJobServer, "job-configured", (body) => `server ${body().id} added`),
  moveTraining: ofJob(
    trainingRoutes.moveTraining,
    "job-training-moved",
    (body) => `to ${TRAINING_PLACES[body().train_on]}`,
  ),
  pauseJob: ofJob(jobRoutes.pauseJob, "job-paused"),
  resumeJob: ofJob(jobRoutes.resumeJob, "job-resumed"),
  retryJob: ofJob(jobRoutes.retryJob, "job-retried"),
  extendJob: ofJob(jobRoutes.extendJob, "job-extended"),
  editJob: ofJob(jobEditRoutes.editJob, "job-edited", (body) => {
    const { name, base: _, ...rest } = body();
    return [...(name === undefined ? [] : [`name: ${name}`]), ...Object.keys(rest)].join(", ");
  }),
  saveJobPoint: ofJob(jobPointRoutes.saveJobPoint, "job-points-changed", (body) => `+${body().name}`),
  updateJobPoint: ofJob(jobPointRoutes.updateJobPoint, "job-points-changed", (body) => {
    const { name } = body();
    return name === undefined ? "moved" : `name: ${name}`;
  }),
  deleteJobPoint: ofJob(jobPointRoutes.deleteJobPoint, "job-points-changed", () => "deleted"),
  updateComment: ofJob(commentRoutes.updateComment, "comment-edited"),
  deleteComment: ofJob(commentRoutes.deleteComment, "comment-deleted"),
  replaceJobFiles: ofJob(jobEditRoutes.replaceJobFiles, "job-files-replaced"),
  deleteSimulations: ofJob(simulationRoutes.deleteSimulations, "job-simulations-deleted", (body) =>
    counted(body().ids.length, "simulation"),
  ),
  updateJobTags: ofJob(tagRoutes.updateJobTags, "job-tagged", (body) => {
    const { tags, base } = body();
    const names = toTagNames(tags);
    if (base === undefined) return names.join(" ");
    const baseNames = toTagNames(base.tags);
    return tagChange(omitTags(names, baseNames), omitTags(baseNames, names));
  }),
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
  createExport: ofJob(
    emulatorExportRoutes.createExport,
    "model-exported",
    (body) => EXPORT_FORMATS[body().format].label,
  ),
  deleteJobs: audited(jobRoutes.deleteJobs, ({ body }) => ({
    action: "job-deleted",
    to: jobs(body().ids),
  })),
};
