import type { GivenSpecJob } from "@understudy/shared/api/spec-job.ts";
import type { InputRelation, KeptRelation } from "@understudy/shared/domain/data-note.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import { displayName } from "@understudy/shared/domain/variable.ts";
import type { JobErrors } from "@understudy/shared/spec-job/check-spec-job.ts";
import { keepRelation } from "@understudy/shared/spec-job/keep-relation.ts";
import type { Records } from "../../platform/platform.ts";
import { needsEmulator } from "./emulator-file.ts";

/**
 * The relation between the inputs of the rows that a job begins with, which its designs keep: the rows of the emulator that it is on or
 * begun from, or those of its Extra Data where there is no emulator.
 * @param relationOfRows of the Extra Data; null: none, or there are no such rows
 * @returns null where there is none or the job does not respect it; errors where no design can keep it
 */
export async function findKeptRelation(
  { store }: Records,
  body: GivenSpecJob,
  variables: Readonly<Record<string, JobVariable>>,
  relationOfRows: InputRelation | null = null,
): Promise<{ readonly relation: KeptRelation | null } | { readonly errors: JobErrors }> {
  const { objective, emulator_job_id } = body;
  const { keepsRelation } = OBJECTIVE_TRAITS[objective];
  const isOnEmulator = emulator_job_id !== null && needsEmulator(body);
  const isKept = keepsRelation === "always" || (keepsRelation === "on emulator" && isOnEmulator);
  if (!body.respect_relation || !isKept) return { relation: null };
  const job = emulator_job_id === null ? null : await store.jobs.findOne({ _id: emulator_job_id });
  const relationOfEmulator = job?.config.data_notes.find((note) => note.kind === "relation");
  const relation = emulator_job_id === null ? relationOfRows : relationOfEmulator;
  if (relation === null || relation === undefined) return { relation: null };
  const names = new Map(job?.config.inputs.map((input) => [input.name, displayName(input)]));
  const outcome = keepRelation(relation, variables, body.distributions, (name) => names.get(name) ?? name);
  return "problem" in outcome
    ? { errors: { respect_relation: [outcome.problem] } }
    : { relation: outcome.keptRelation };
}
