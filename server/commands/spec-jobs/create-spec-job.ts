import { configOfSpec } from "@understudy/engine/specs/job-config.ts";
import { scoreFunctionOptions } from "@understudy/engine/specs/score-functions.ts";
import type { GivenSpecJob } from "@understudy/shared/api/spec-job.ts";
import { originalFileName } from "@understudy/shared/api/upload.ts";
import type { InputRelation } from "@understudy/shared/domain/data-note.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { checkSpecJob, type JobErrors } from "@understudy/shared/spec-job/check-spec-job.ts";
import { invalid } from "../../core/problem.ts";
import type { JobRecord } from "../../models/job.ts";
import type { JobRun } from "../../models/run.ts";
import type { SpecVersionRecord } from "../../models/spec.ts";
import type { Upload } from "../../models/upload.ts";
import type { User } from "../../models/user.ts";
import { type ReadingPlatform, Unread } from "../../reading/reader.ts";
import type { WorkAnswer, WorkRequest } from "../../reading/tasks.ts";
import { ensureTags } from "../jobs/change-jobs.ts";
import { freshJob } from "../jobs/fresh-job.ts";
import { checkEmulatorJob, checkResources } from "../resources/check-places.ts";
import { withTurn } from "../runner/turn.ts";
import { queueWork } from "../runner/work.ts";
import { removeUploads } from "../uploads/remove-uploads.ts";
import { stageEmulator } from "./emulator-file.ts";
import { EXTRA_DATA_FILE, findUploads, stageFiles } from "./files.ts";
import { findKeptRelation } from "./kept-relation.ts";
import { checkScore, stageScore } from "./score-files.ts";

/**
 * Creates a job from a spec version and queues its run.
 * @throws Problem 400 with everything that is wrong, by field of the payload. Nothing has been created then.
 */
export async function createSpecJob(
  platform: ReadingPlatform,
  creator: User,
  version: SpecVersionRecord,
  body: GivenSpecJob,
): Promise<JobRecord> {
  const { variables, uploads, relation } = await check(platform, creator, version, body);
  const { store, storage, publish } = platform;
  const tags = await ensureTags(
    platform,
    body.tags.map(({ name }) => name),
  );
  const _id = await store.nextId("jobs");
  await storage.createWorkDir(_id);
  const files = await stageFiles(storage, _id, uploads);
  const score_function = await stageScore(storage, _id, pickScore(body), uploads.score);
  const emulator = await stageEmulator(platform, _id, version._id, body, variables);
  const run = { ...newRun(_id, body, withFiles(variables, files)), score_function, emulator, relation };
  const job = await store.jobs.insert(
    await withTurn(store, newJob({ _id, creator, version, body, tags, run })),
  );
  await removeUploads(platform, uploads.all);
  publish.job(job);
  queueWork(platform, job);
  return job;
}

async function check(
  platform: ReadingPlatform,
  creator: User,
  version: SpecVersionRecord,
  body: GivenSpecJob,
) {
  const { manifest } = version;
  if (version.deleted_time !== null) {
    throw invalid({ spec_version_id: [MESSAGES.specDeleted] }, MESSAGES.specDeleted);
  }
  const { variables, uploads, errors } = await checkRequest(platform, creator, version, body);
  const jobErrors: JobErrors = { ...(await checkResources(platform, creator, version, body)), ...errors };
  let relationOfRows: InputRelation | null = null;
  // What the rows must hold is known only once the variables are sound.
  if (uploads.extraData !== null && !Object.keys(errors).some((field) => field.startsWith("variables"))) {
    const checked = await checkExtraData(platform, creator, { manifest, variables }, uploads.extraData);
    if (checked.problems.length > 0) jobErrors.extra_data_file_id = [...checked.problems];
    relationOfRows = checked.relation;
  }
  if (Object.keys(jobErrors).length === 0) {
    const { emulator_job_id } = body;
    const score = pickScore(body);
    Object.assign(
      jobErrors,
      await checkScore(platform, creator, manifest, score, uploads.score, emulator_job_id),
    );
  }
  if (Object.keys(jobErrors).length === 0) Object.assign(jobErrors, notSimulated(body));
  if (Object.keys(jobErrors).length > 0) throw invalid(jobErrors);
  const keptRelation = await findKeptRelation(platform, body, variables, relationOfRows);
  if ("errors" in keptRelation) throw invalid(keptRelation.errors);
  return { variables, uploads, relation: keptRelation.relation };
}

/** Checks the parts of a request for a job that do not depend on where its simulations come from. */
export async function checkRequest(
  platform: ReadingPlatform,
  creator: User,
  version: SpecVersionRecord,
  body: GivenSpecJob,
) {
  const { manifest } = version;
  const spec = { ...manifest, score_function_options: scoreFunctionOptions(manifest) };
  const { variables, errors } = checkSpecJob(spec, body);
  const { uploads, missing } = await findUploads(platform, creator, manifest, body);
  const emulator = await checkEmulatorJob(platform, creator, version, body);
  const jobErrors: JobErrors = { ...missing, ...emulator, ...errors };
  return { variables, uploads, errors: jobErrors };
}

/** A Single Run is there to be compared with what an emulator predicts. */
const notSimulated = ({ resource }: GivenSpecJob): JobErrors =>
  resource?.type === "emulator" ? { resource: [MESSAGES.emulatorNotRun] } : {};

const pickScore = ({ objective, score_function }: GivenSpecJob) =>
  OBJECTIVE_TRAITS[objective].hasScore ? score_function : null;

type Variables = Record<string, JobVariable>;

const withFiles = (variables: Variables, files: Awaited<ReturnType<typeof stageFiles>>): Variables =>
  Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => {
      const file = files.get(name) ?? null;
      return [name, variable.type === "File" ? { ...variable, file } : variable];
    }),
  );

type NewJob = {
  _id: number;
  creator: User;
  version: SpecVersionRecord;
  body: GivenSpecJob;
  tags: string[];
  run: JobRun;
};

const newJob = ({ _id, creator, version, body, tags, run }: NewJob): JobRecord =>
  freshJob(creator, {
    _id,
    name: body.name,
    objective: body.objective,
    status: "Pending Running",
    spec_id: version.spec_id,
    spec_version_id: version._id,
    tags,
    is_data_driven: false,
    config: configOfSpec(version.manifest, run.variables),
    run,
  });

function newRun(seed: number, body: GivenSpecJob, variables: Variables): JobRun {
  const { isSingle, hasBestDesign, hasTraining } = OBJECTIVE_TRAITS[body.objective];
  return {
    resources: listServers(body),
    maximum_simulations: isSingle ? 1 : body.maximum_simulations,
    variables,
    extra_data: body.extra_data_file_id === null ? null : EXTRA_DATA_FILE,
    seed,
    score_function: null,
    further_goals: hasBestDesign ? body.further_goals : [],
    emulator: null,
    relation: null,
    respect_relation: body.respect_relation,
    distributions: body.distributions,
    distributions_around: null,
    least_score: null,
    warm_start: body.warm_start,
    earlier_simulations: body.earlier_simulations,
    num_walkers: body.num_walkers,
    stretch_probability: body.stretch_probability,
    emulator_uncertainty: body.emulator_uncertainty,
    in_spec_only: body.in_spec_only,
    train_when_done: hasTraining && body.train_when_done,
    emulator_job_id: body.emulator_job_id,
  };
}

function listServers(body: GivenSpecJob): JobRun["resources"] {
  const chosen = body[OBJECTIVE_TRAITS[body.objective].resources.field];
  if (chosen?.type === "server") return [{ id: chosen.id, concurrent_simulations: 1 }];
  return chosen?.type === "servers" ? chosen.servers : [];
}

/** Checks the rows of an Extra Data file, which may be used when there are no problems, and finds the relation that they keep. */
async function checkExtraData(
  { reader, storage }: ReadingPlatform,
  { _id }: User,
  job: Pick<WorkRequest<"checkExtraData">, "manifest" | "variables">,
  upload: Upload,
): Promise<WorkAnswer<"checkExtraData">> {
  const name = originalFileName(upload.generated_file_name);
  const file = { path: storage.uploadPath(upload._id), name, size: upload.total_bytes };
  return await reader.perform(_id, "checkExtraData", { ...job, ...file }).catch((error: unknown) => {
    if (error instanceof Unread) return { problems: [error.message], relation: null };
    throw error;
  });
}
