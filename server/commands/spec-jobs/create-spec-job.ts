import { configOfSpec } from "@understudy/engine/specs/job-config.ts";
import { scoreFunctionOptions } from "@understudy/engine/specs/score-functions.ts";
import type { GivenSpecJob } from "@understudy/shared/api/spec-job.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import {
  checkSpecJob,
  type JobErrors,
  needsScore,
  resourceField,
} from "@understudy/shared/spec-job/check-spec-job.ts";
import type { JobRecord } from "../../models/job.ts";
import type { JobRun } from "../../models/run.ts";
import type { SpecVersionRecord } from "../../models/spec-version.ts";
import type { User } from "../../models/user.ts";
import { invalid } from "../../problem.ts";
import type { ReadingPlatform } from "../../reading/reader.ts";
import { freshJob } from "../jobs/fresh-job.ts";
import { ensureTags } from "../jobs/tags.ts";
import { queueWork } from "../runner/work.ts";
import { removeUploads } from "../uploads/remove-uploads.ts";
import { checkEmulatorJob, checkResources } from "./check-places.ts";
import { stageEmulator } from "./emulator-file.ts";
import { checkExtraData } from "./extra-data.ts";
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
  given: GivenSpecJob,
): Promise<JobRecord> {
  const { variables, uploads, relation } = await check(platform, creator, version, given);
  const { store, storage, publish } = platform;
  const tags = await ensureTags(
    platform,
    given.tags.map(({ name }) => name),
  );
  const _id = await store.nextId("jobs");
  await storage.createWorkDir(_id);
  const files = await stageFiles(storage, _id, uploads);
  const score_function = await stageScore(storage, _id, scoreOf(given), uploads.score);
  const emulator = await stageEmulator(platform, _id, version._id, given, variables);
  const run = { ...newRun(_id, given, withFiles(variables, files)), score_function, emulator, relation };
  const job = await store.jobs.insert(newJob({ _id, creator, version, given, tags, run }));
  await removeUploads(platform, uploads.all);
  publish.job(job);
  queueWork(platform, job);
  return job;
}

async function check(
  platform: ReadingPlatform,
  creator: User,
  version: SpecVersionRecord,
  given: GivenSpecJob,
) {
  const { manifest } = version;
  if (version.deleted_time !== null) {
    throw invalid({ spec_version_id: [MESSAGES.specDeleted] }, MESSAGES.specDeleted);
  }
  const { variables, uploads, errors } = await checkAsked(platform, creator, version, given);
  const all: JobErrors = { ...(await checkResources(platform, creator, version, given)), ...errors };
  // What the rows must hold is known only once the variables are sound.
  if (uploads.extraData !== null && !Object.keys(errors).some((field) => field.startsWith("variables"))) {
    const problems = await checkExtraData(platform, creator, { manifest, variables }, uploads.extraData);
    if (problems.length > 0) all.extra_data_file_id = problems;
  }
  if (Object.keys(all).length === 0) {
    const { emulator_job_id } = given;
    const score = scoreOf(given);
    Object.assign(all, await checkScore(platform, creator, manifest, score, uploads.score, emulator_job_id));
  }
  if (Object.keys(all).length === 0) Object.assign(all, notSimulated(given));
  if (Object.keys(all).length > 0) throw invalid(all);
  const kept = await findKeptRelation(platform, given, variables);
  if ("errors" in kept) throw invalid(kept.errors);
  return { variables, uploads, relation: kept.relation };
}

/** What a request for a job holds by itself, wherever its simulations come from. */
export async function checkAsked(
  platform: ReadingPlatform,
  creator: User,
  version: SpecVersionRecord,
  given: GivenSpecJob,
) {
  const { manifest } = version;
  const spec = { ...manifest, score_function_options: scoreFunctionOptions(manifest) };
  const { variables, errors } = checkSpecJob(spec, given);
  const { uploads, missing } = await findUploads(platform, creator, manifest, given);
  const emulator = await checkEmulatorJob(platform, creator, version, given);
  const all: JobErrors = { ...missing, ...emulator, ...errors };
  return { variables, uploads, errors: all };
}

/** A Single Run is there to be compared with what an emulator predicts. */
const notSimulated = ({ resource }: GivenSpecJob): JobErrors =>
  resource?.type === "emulator" ? { resource: [MESSAGES.emulatorNotRun] } : {};

const scoreOf = ({ objective, score_function }: GivenSpecJob) =>
  needsScore(objective) ? score_function : null;

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
  given: GivenSpecJob;
  tags: string[];
  run: JobRun;
};

const newJob = ({ _id, creator, version, given, tags, run }: NewJob): JobRecord =>
  freshJob(creator, {
    _id,
    name: given.name,
    objective: given.objective,
    status: "Pending Running",
    spec_id: version.spec_id,
    spec_version_id: version._id,
    tags,
    is_data_driven: false,
    config: configOfSpec(version.manifest, run.variables),
    run,
  });

function newRun(seed: number, given: GivenSpecJob, variables: Variables): JobRun {
  return {
    resources: serversOf(given),
    maximum_simulations: given.objective === "Single Run" ? 1 : given.maximum_simulations,
    variables,
    extra_data: given.extra_data_file_id === null ? null : EXTRA_DATA_FILE,
    seed,
    score_function: null,
    further_goals: given.objective === "Optimization" ? given.further_goals : [],
    emulator: null,
    relation: null,
    respect_relation: given.respect_relation,
    distributions: given.distributions,
    distributions_around: null,
    least_score: null,
    warm_start: given.warm_start,
    earlier_simulations: given.earlier_simulations,
    num_walkers: given.num_walkers,
    stretch_probability: given.stretch_probability,
    emulator_uncertainty: given.emulator_uncertainty,
    in_spec_only: given.in_spec_only,
    train_when_done: given.objective === "Training" && given.train_when_done,
    emulator_job_id: given.emulator_job_id,
  };
}

function serversOf(given: GivenSpecJob): JobRun["resources"] {
  const chosen = given[resourceField(given.objective).field];
  if (chosen?.type === "server") return [{ id: chosen.id, concurrent_simulations: 1 }];
  return chosen?.type === "servers" ? chosen.servers : [];
}
