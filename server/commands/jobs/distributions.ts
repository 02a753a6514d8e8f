import { isDeepStrictEqual } from "node:util";
import { relationText } from "@understudy/shared/domain/data-note.ts";
import type { Distribution, Distributions } from "@understudy/shared/domain/distribution.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import { addEdits } from "@understudy/shared/job-config/config-fields.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { distributionErrors } from "@understudy/shared/yield/check-distributions.ts";
import { type DesignAround, isSameDesign } from "@understudy/shared/yield/same-design.ts";
import { uncertainInputs } from "@understudy/shared/yield/uncertain-inputs.ts";
import { type FieldErrors, invalid, notFound } from "../../core/problem.ts";
import type { JobRecord } from "../../models/job.ts";
import { isSimulated, type JobRun } from "../../models/run.ts";
import type { User } from "../../models/user.ts";
import type { Platform } from "../../platform/platform.ts";
import { PHASE_STATUSES, queueWork, stopWork } from "../runner/work.ts";
import { changeJob } from "./change-job.ts";
import { checkDistributionBase, type DistributionRequest, listEditedFields } from "./distribution-base.ts";

/** @throws Problem 404 where the job's inputs have no distributions */
export function distributedRun({ run }: JobRecord): JobRun {
  if (run === null || run.score_function === null) throw notFound(MESSAGES.noInputDistributions);
  return run;
}

/**
 * A search on servers goes on with them from the simulations that it has.
 * @throws Problem 400 with errors by input, as `distributions.x`, and 409 where a value is another than the base
 */
export async function updateDistributions(
  platform: Pick<Platform, "store" | "queue" | "publish" | "wakeUps">,
  user: Pick<User, "_id" | "name">,
  jobId: number,
  request: DistributionRequest,
): Promise<JobRecord> {
  const edit = { by: { id: user._id, name: user.name }, time: new Date().toISOString() };
  let before: JobRecord | null = null;
  const updated = await changeJob(platform, jobId, (job) => {
    before = job;
    const run = distributedRun(job);
    const distributions = changed(run, request);
    const { around, least_score = run.least_score } = request;
    const next = { ...run, distributions, distributions_around: around, least_score };
    checkDistributionBase(job.config, run, next, request);
    const errors = {
      ...distributionErrors(run.variables, distributions),
      ...followerErrors(job, run, distributions),
      ...designErrors(run, request.around),
    };
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const field_edits = addEdits(job.config, listEditedFields(run, next), edit);
    const change = { run: next, config: { ...job.config, field_edits } };
    if (!isSearchedFor(job, run) || isDeepStrictEqual(distributions, run.distributions)) return change;
    // The runner that has it may not write any more.
    return { ...change, work: { ...job.work, ticket: job.revision + 1, claim_id: null } };
  });
  platform.publish.distributions(updated);
  if (before !== null && updated.work.ticket === updated.revision) {
    stopWork(platform, before);
    queueWork(platform, updated);
  }
  return updated;
}

/** A runner chooses simulations by them. */
const isSearchedFor = ({ objective, status }: JobRecord, run: JobRun): boolean =>
  OBJECTIVE_TRAITS[objective].hasDistributions &&
  isSimulated(run) &&
  PHASE_STATUSES.running.some((running) => running === status);

function changed(
  { distributions, distributions_around }: JobRun,
  request: DistributionRequest,
): Distributions {
  const stays = isSameDesign(distributions_around, request.around);
  const entries = Object.entries({ ...(stays ? distributions : {}), ...request.distributions });
  return Object.fromEntries(
    entries.flatMap(([name, distribution]): [string, Distribution][] =>
      distribution === null ? [] : [[name, distribution]],
    ),
  );
}

/** Designs out of spec keep the job's relation: the input that follows from the others has no distribution of its own. */
function followerErrors(
  { objective }: JobRecord,
  { relation }: JobRun,
  requested: Distributions,
): FieldErrors {
  if (
    !OBJECTIVE_TRAITS[objective].hasDistributions ||
    relation === null ||
    !Object.hasOwn(requested, relation.follower)
  )
    return {};
  const { follower } = relation;
  const problem = `${relationText(relation, String)} is respected: ${follower} follows from the others, so it has no distribution of its own.`;
  return { [`distributions.${follower}`]: [problem] };
}

function designErrors({ variables }: JobRun, around: DesignAround): FieldErrors {
  const names = new Set([...Object.keys(variables), ...uncertainInputs(variables).map(({ name }) => name)]);
  return Object.fromEntries(
    Object.keys(around ?? {}).flatMap((name) =>
      names.has(name) ? [] : [[`around.${name}`, [MESSAGES.noSuchVariable(name)]]],
    ),
  );
}
