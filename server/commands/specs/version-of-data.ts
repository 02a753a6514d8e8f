import { isDeepStrictEqual } from "node:util";
import { modelOfConfig } from "@understudy/engine/specs/model-of-config.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { notFound } from "../../core/problem.ts";
import type { JobRecord } from "../../models/job.ts";
import type { SpecVersionRecord } from "../../models/spec.ts";
import type { Records } from "../../platform/platform.ts";

/**
 * Builds the version that jobs on the emulator of a data-driven job use: it has the job's present inputs and outputs. A configuration that
 * changed is another version; jobs keep theirs.
 * @throws Problem 404 before the columns are known
 */
export async function versionOfData(
  { store }: Records,
  { _id: jobId, name, description, creator, config }: JobRecord,
): Promise<SpecVersionRecord> {
  if (config.inputs.length === 0 || config.emulator_outputs.length === 0)
    throw notFound(MESSAGES.specVersionNotFound);
  const manifest = modelOfConfig(config, { verbose_name: name, help_text: description });
  const newest = { sort: { number: -1 }, limit: 1 } as const;
  const [last] = await store.specVersions.find({ data_job_id: jobId }, newest);
  if (last !== undefined && isDeepStrictEqual(last.manifest, manifest)) return last;
  return await store.specVersions.insert({
    _id: await store.nextId("spec_versions"),
    spec_id: null,
    data_job_id: jobId,
    number: (last?.number ?? 0) + 1,
    name,
    description,
    creator,
    creation_time: new Date(),
    deleted_time: null,
    from_template: null,
    manifest,
    demo_problem: MESSAGES.noProgram,
    files: [],
  });
}
