/** What the score of a job means before it is created: how its emulator's training rows, and designs within its ranges, do by it. */
import type { OutputAnswer } from "@understudy/engine/prediction/prediction.ts";
import { outputGrids } from "@understudy/engine/specs/output-grids.ts";
import {
  createEmulatorSpace,
  type EmulatorSpace,
} from "@understudy/engine/tasks/optimization/emulator/emulator-space.ts";
import { quasiRandom } from "@understudy/engine/tasks/optimization/emulator/screening.ts";
import type { ScorePreview, scorePreviewRoutes } from "@understudy/shared/api/score-preview.ts";
import { createSpecJobBody, type GivenSpecJob } from "@understudy/shared/api/spec-job.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { needsScore } from "@understudy/shared/spec-job/check-spec-job.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import type { z } from "zod";
import { checkAsked } from "../../commands/spec-jobs/create-spec-job.ts";
import { outputRanges, uploadedScore } from "../../commands/spec-jobs/score-files.ts";
import { readyEmulator, unavailable } from "../../emulator/ask.ts";
import type { JobRecord } from "../../models/job.ts";
import type { SpecVersionRecord } from "../../models/spec-version.ts";
import type { User } from "../../models/user.ts";
import { invalid, notFound } from "../../problem.ts";
import { Unread } from "../../reading/reader.ts";
import type { PredictedDesigns } from "../../reading/tasks.ts";
import type { Web } from "../handle.ts";

type Asked = z.output<typeof scorePreviewRoutes.previewScore.body>;

/** Designs that are spread over the ranges, and the values of all their outputs together. */
const DESIGNS = 256;
const MAX_VALUES = 100_000;
/** Of the quasi-random sequence: the same form has the same preview. */
const SEED = 1;

/**
 * @param wanted aborted once the answer is no longer wanted
 * @throws Problem 400 by field, as the creation of the job would; 503 when no answer can be given now
 */
export async function previewScore(
  web: Web,
  user: User,
  version: SpecVersionRecord,
  asked: Asked,
  wanted: AbortSignal,
): Promise<ScorePreview> {
  const { manifest: model } = version;
  const { given, variables, score } = await check(web, user, version, asked);
  const job = await web.store.jobs.findOne({ _id: asked.emulator_job_id });
  if (job === null) throw notFound(MESSAGES.jobNotFound);
  const names = outputsOfScore(model, given);
  const designs = await web.largeRequests.perform(user._id, () =>
    predictDesigns(web, job, { model, variables, names, wanted }),
  );
  if (designs === null) return { status: "loading" };
  const workDir = web.storage.workDir(job._id);
  const furtherGoals = given.further_goals;
  const ranges = outputRanges(job);
  const request = { model, variables, score, ranges, furtherGoals, workDir, designs };
  const found = await web.reader
    .perform(user._id, "previewScore", request, wanted)
    .catch((error: unknown) => {
      throw error instanceof Unread ? invalid({ score_function: [error.message] }) : error;
    });
  if ("errors" in found) throw invalid(found.errors);
  return { status: "ready", ...found };
}

/** @throws Problem 400 with all that the creation of the job would refuse */
async function check(web: Web, user: User, version: SpecVersionRecord, asked: Asked) {
  const resources = { type: "emulator" } as const;
  const given = createSpecJobBody.parse({ ...asked, name: "preview", resources });
  if (!needsScore(given.objective) || given.score_function === null)
    throw invalid({ score_function: [MESSAGES.scoreFunctionRequired] });
  const { variables, uploads, errors } = await checkAsked(web, user, version, given);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const uploaded = uploadedScore(web.storage, given.score_function, uploads.score);
  if ("errors" in uploaded) throw invalid(uploaded.errors);
  return { given, variables, score: uploaded.score };
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
  const wanted = new Set([...named, ...further_goals.map(({ output_name }) => output_name)]);
  return outputs.flatMap(({ name }) => (isOwn || wanted.has(name) ? [name] : []));
}

type Wanted = {
  model: SpecModel;
  variables: Readonly<Record<string, JobVariable>>;
  names: readonly string[];
  wanted: AbortSignal;
};

/** The design at the initial values, then those over the ranges; null while the emulator is being read. */
async function predictDesigns(
  web: Web,
  job: JobRecord,
  { model, variables, names, wanted }: Wanted,
): Promise<PredictedDesigns | null> {
  const emulator = await readyEmulator(web, job);
  if (emulator === null) return null;
  const { file, description } = emulator;
  const outputs = description.outputs.filter(({ name }) => names.includes(name));
  const grids = outputGrids(model);
  const width = outputs.reduce((sum, { name, size }) => sum + (grids[name]?.length ?? size), 0);
  const space = spaceOf(description, variables);
  const count = Math.min(DESIGNS, Math.ceil(MAX_VALUES / Math.max(1, width)));
  const designs = [space.initialPoint, ...quasiRandom(space.axes, { seed: SEED, from: 0, count })];
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
  const answer = await web.predictions.predict(request, wanted).catch((error: unknown) => {
    throw unavailable(error);
  });
  return {
    inputs: designs.map((design) => space.inputsOf(design)),
    outputs: Object.fromEntries([...answer.outputs].map(([name, one]) => [name, predicted(one)])),
  };
}

const predicted = ({ coordinates, mean, lower, upper }: OutputAnswer) => ({
  length: coordinates.length,
  mean,
  lower,
  upper,
});

/** @throws Problem 400 where the emulator does not fit the variables */
function spaceOf(
  description: Parameters<typeof createEmulatorSpace>[0],
  variables: Wanted["variables"],
): EmulatorSpace {
  try {
    return createEmulatorSpace(description, variables);
  } catch (error) {
    throw error instanceof UserError ? invalid({ variables: [error.message] }) : error;
  }
}
