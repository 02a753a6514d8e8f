import type { GivenSpecJob } from "@understudy/shared/api/spec-job.ts";
import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import type { Objective } from "@understudy/shared/domain/job.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import { displayName } from "@understudy/shared/domain/variable.ts";
import type { JobErrors } from "@understudy/shared/spec-job/check-spec-job.ts";
import { keepRelation } from "@understudy/shared/spec-job/keep-relation.ts";
import type { Platform } from "../../platform.ts";
import { needsEmulator } from "./emulator-file.ts";

const SEARCH_OBJECTIVES: readonly Objective[] = ["Optimization", "Sampling", "Out of Spec"];

/**
 * The relation between the inputs of the emulator's rows that the designs of a job on it keep, or of an optimisation or a sampling on
 * servers that is begun from it.
 * @returns null where there is none or the job does not respect it; errors where no design can keep it
 */
export async function findKeptRelation(
  { store }: Pick<Platform, "store">,
  body: GivenSpecJob,
  variables: Readonly<Record<string, JobVariable>>,
): Promise<{ readonly relation: KeptRelation | null } | { readonly errors: JobErrors }> {
  // An out-of-spec search on servers is independent of relations.
  const isKept = needsEmulator(body) || body.objective === "Optimization" || body.objective === "Sampling";
  const isSearch = SEARCH_OBJECTIVES.includes(body.objective) && isKept;
  if (!body.respect_relation || !isSearch || body.emulator_job_id === null) return { relation: null };
  const job = await store.jobs.findOne({ _id: body.emulator_job_id });
  const relation = job?.config.data_notes.find((note) => note.kind === "relation");
  if (job === null || relation === undefined) return { relation: null };
  const names = new Map(job.config.inputs.map((input) => [input.name, displayName(input)]));
  const outcome = keepRelation(relation, variables, body.distributions, (name) => names.get(name) ?? name);
  return "problem" in outcome
    ? { errors: { respect_relation: [outcome.problem] } }
    : { relation: outcome.keptRelation };
}
