import type { OutputAnswer } from "@understudy/engine/prediction/prediction.ts";
import { outputGrids } from "@understudy/engine/specs/output-grids.ts";
import {
  createEmulatorSpace,
  type EmulatorSpace,
  isFeasible,
} from "@understudy/engine/tasks/optimization/emulator/emulator-space.ts";
import { quasiRandom } from "@understudy/engine/tasks/optimization/emulator/screening.ts";
import { type ScorePreview, scorePreviewRoutes } from "@understudy/shared/api/score-preview.ts";
import { createSpecJobBody, type GivenSpecJob, specJobRoutes } from "@understudy/shared/api/spec-job.ts";
import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import type { z } from "zod";
import { completeDraft } from "../commands/jobs/drafts.ts";
import { checkRequest, createSpecJob } from "../commands/spec-jobs/create-spec-job.ts";
import { findKeptRelation } from "../commands/spec-jobs/kept-relation.ts";
import { outputRanges, uploadedScore } from "../commands/spec-jobs/score-files.ts";
import { versionOfData } from "../commands/specs/version-of-data.ts";
import { invalid, notFound } from "../core/problem.ts";
import { readyEmulator, unavailable } from "../emulator/ask.ts";
import { clientAbortSignal } from "../http/client-abort-signal.ts";
import type { JobRecord } from "../models/job.ts";
import type { SpecVersionRecord } from "../models/spec.ts";
import type { User } from "../models/user.ts";
import { presentSpecVersion } from "../presenters/spec.ts";
import { presentDataSettings, presentSpecJobSettings } from "../presenters/spec-job.ts";
import { Unread } from "../reading/reader.ts";
import type { PredictedDesigns } from "../reading/tasks.ts";
import { loadJob } from "./jobs/load.ts";
import { handle, type Web } from "./request/handle.ts";
import { loadSpecVersion } from "./specs/load.ts";

const isOfData = ({ is_data_driven, spec_version_id }: JobRecord): boolean =>
  is_data_driven && spec_version_id === null;

export const specJobHandlers = {
  createSpecJob: handle(specJobRoutes.createSpecJob, async ({ web, user, params, body }) => {
    const { version } = await loadSpecVersion(web, user, params.spec_version_id);
    const createJob = () => createSpecJob(web, user, version, body);
    const draft = { draftId: body.draft_id, versionId: version._id };
    const { _id } = await completeDraft(web, user, draft, createJob);
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

// Previews the score of a job before it is created: the scores of its emulator's training rows, and of
// designs within its ranges.

type PreviewBody = z.output<typeof scorePreviewRoutes.previewScore.body>;

/** Designs that are spread over the ranges, and the values of all their outputs together. */
const DESIGN_COUNT = 256;
const MAX_VALUES = 100_000;
/** At most so many designs are drawn for each feasible one where the inputs keep a relation. A larger number fills the preview where little is feasible. */
const MAX_DRAWS_PER_DESIGN = 32;
/** The seed of the quasi-random sequence: the same form has the same preview. */
const SEQUENCE_SEED = 1;

/**
 * @param signal aborted once the answer is no longer wanted
 * @throws Problem 400 by field, as the creation of the job would; 503 when no answer can be given now
 */
async function previewScore(
  web: Web,
  user: User,
  version: SpecVersionRecord,
  preview: PreviewBody,
  signal: AbortSignal,
): Promise<ScorePreview> {
  const { manifest: model } = version;
  const { body, variables, score, relation } = await check(web, user, version, preview);
  const job = await web.store.jobs.findOne({ _id: preview.emulator_job_id });
  if (job === null) throw notFound(MESSAGES.jobNotFound);
  const names = outputsOfScore(model, body);
  const designs = await web.largeRequests.perform(user._id, () =>
    predictDesigns(web, job, { model, variables, relation, names, signal }),
  );
  if (designs === null) return { status: "loading" };
  const workDir = web.storage.workDir(job._id);
  const furtherGoals = body.further_goals;
  const ranges = outputRanges(job);
  const request = { model, variables, score, ranges, furtherGoals, workDir, designs };
  const answer = await web.reader
    .perform(user._id, "previewScore", request, signal)
    .catch((error: unknown) => {
      throw error instanceof Unread ? invalid({ score_function: [error.message] }) : error;
    });
  if ("errors" in answer) throw invalid(answer.errors);
  return { status: "ready", ...answer };
}

/** @throws Problem 400 with all that the creation of the job would refuse */
async function check(web: Web, user: User, version: SpecVersionRecord, preview: PreviewBody) {
  const resources = { type: "emulator" } as const;
  const body = createSpecJobBody.parse({ ...preview, name: "preview", resources });
  if (!OBJECTIVE_TRAITS[body.objective].hasScore || body.score_function === null)
    throw invalid({ score_function: [MESSAGES.scoreFunctionRequired] });
  const { variables, uploads, errors } = await checkRequest(web, user, version, body);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const uploaded = uploadedScore(web.storage, body.score_function, uploads.score);
  if ("errors" in uploaded) throw invalid(uploaded.errors);
  const keptRelation = await findKeptRelation(web, body, variables);
  if ("errors" in keptRelation) throw invalid(keptRelation.errors);
  return { body, variables, score: uploaded.score, relation: keptRelation.relation };
}

/** The outputs that the platform's own score functions and the further goals name; a spec's function may read all of them. */
function outputsOfScore(
  { outputs, score_functions }: SpecModel,
  { score_function, further_goals }: GivenSpecJob,
): string[] {
  const isOwn = score_functions.some(({ name }) => name === score_function?.name);
  const named = Object.values(score_function?.inputs ?? {}).flatMap((input) =>
    "output_name" in input && input.output_name !== null ? [input.output_name] : [],
  );
  const usedNames = new Set([...named, ...further_goals.map(({ output_name }) => output_name)]);
  return outputs.flatMap(({ name }) => (isOwn || usedNames.has(name) ? [name] : []));
}

type DesignRequest = {
  model: SpecModel;
  variables: Readonly<Record<string, JobVariable>>;
  relation: KeptRelation | null;
  names: readonly string[];
  signal: AbortSignal;
};

/** The design at the initial values, then those over the ranges; null while the emulator is being read. */
async function predictDesigns(
  web: Pick<Web, "predictions" | "storage">,
  job: JobRecord,
  { model, variables, relation, names, signal }: DesignRequest,
): Promise<PredictedDesigns | null> {
  const emulator = await readyEmulator(web, job);
  if (emulator === null) return null;
  const { file, description } = emulator;
  const outputs = description.outputs.filter(({ name }) => names.includes(name));
  const grids = outputGrids(model);
  const width = outputs.reduce((sum, { name, size }) => sum + (grids[name]?.length ?? size), 0);
  const space = createSpace(description, variables, relation);
  const count = Math.min(DESIGN_COUNT, Math.ceil(MAX_VALUES / Math.max(1, width)));
  const designs = [space.initialPoint, ...spreadDesigns(space, count)];
  const points = new Float64Array(designs.length * description.inputs.length);
  designs.forEach((design, i) => {
    space.fill(design, points, i * description.inputs.length);
  });
  const request = {
    ...file,
    points,
    count: designs.length,
    outputs: outputs.map(({ name }) => name),
    coordinates: Object.fromEntries(
      outputs.flatMap(({ name, size }) => (size > 1 && grids[name] ? [[name, grids[name]]] : [])),
    ),
  };
  const prediction = await web.predictions.predict(request, signal).catch((error: unknown) => {
    throw unavailable(error);
  });
  return {
    inputs: designs.map((design) => space.inputsOf(design)),
    outputs: Object.fromEntries([...prediction.outputs].map(([name, values]) => [name, predicted(values)])),
  };
}

const predicted = ({ coordinates, mean, lower, upper }: OutputAnswer) => ({
  length: coordinates.length,
  mean,
  lower,
  upper,
});

/** Designs spread evenly over the feasible part of the ranges: fewer than `count` where little of them is feasible. */
function spreadDesigns(space: EmulatorSpace, count: number): Float64Array[] {
  const draws = space.follower === null ? 1 : MAX_DRAWS_PER_DESIGN;
  const points = quasiRandom(space.axes, { seed: SEQUENCE_SEED, from: 0, count: count * draws });
  return points.filter((point) => isFeasible(space, point)).slice(0, count);
}

/** @throws Problem 400 where the emulator does not fit the variables */
function createSpace(
  description: Parameters<typeof createEmulatorSpace>[0],
  variables: DesignRequest["variables"],
  relation: KeptRelation | null,
): EmulatorSpace {
  try {
    return createEmulatorSpace(description, variables, () => true, relation);
  } catch (error) {
    throw error instanceof UserError ? invalid({ variables: [error.message] }) : error;
  }
}
