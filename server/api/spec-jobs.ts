import { scorePreviewRoutes } from "@understudy/shared/api/score-preview.ts";
import { specJobRoutes } from "@understudy/shared/api/spec-job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { createSpecJob } from "../commands/spec-jobs/create-spec-job.ts";
import { versionOfData } from "../commands/specs/version-of-data.ts";
import { notFound } from "../core/problem.ts";
import { clientAbortSignal } from "../http/client-abort-signal.ts";
import type { JobRecord } from "../models/job.ts";
import { presentSpecVersion } from "../presenters/spec.ts";
import { presentDataSettings, presentSpecJobSettings } from "../presenters/spec-job.ts";
import { loadJob } from "./jobs/load.ts";
import { handle } from "./request/handle.ts";
import { loadSpecVersion } from "./specs/load.ts";
import { previewScore } from "./specs/score-preview.ts";

const isOfData = ({ is_data_driven, spec_version_id }: JobRecord): boolean =>
  is_data_driven && spec_version_id === null;

export const specJobHandlers = {
  createSpecJob: handle(specJobRoutes.createSpecJob, async ({ web, user, params, body }) => {
    const { version } = await loadSpecVersion(web, user, params.spec_version_id);
    const { _id } = await createSpecJob(web, user, version, body);
    return { id: _id };
  }),

  getJobSpecVersion: handle(specJobRoutes.getJobSpecVersion, async ({ web, user, params }) => {
    const { job } = await loadJob(web, user, params.job_id);
    if (isOfData(job)) return presentSpecVersion(await versionOfData(web, job), null, user);
    if (job.spec_version_id === null) throw notFound(MESSAGES.specVersionNotFound);
    const { version, spec } = await loadSpecVersion(web, user, job.spec_version_id);
    return presentSpecVersion(version, spec, user);
  }),

  getSpecJobSettings: handle(specJobRoutes.getSpecJobSettings, async ({ web, user, params }) => {
    const { job } = await loadJob(web, user, params.job_id);
    if (job.run !== null) return presentSpecJobSettings(job.run);
    if (!isOfData(job)) throw notFound(MESSAGES.notFromSpec);
    return presentDataSettings((await versionOfData(web, job)).manifest);
  }),
};

export const scorePreviewHandlers = {
  previewScore: handle(scorePreviewRoutes.previewScore, async ({ web, ctx, user, params, body }) => {
    const { version } = await loadSpecVersion(web, user, params.spec_version_id);
    return await previewScore(web, user, version, body, clientAbortSignal(ctx));
  }),
};
