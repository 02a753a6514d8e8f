/** Jobs created from a spec version over HTTP, and a server that can run them. */
import { join } from "node:path";
import type { CreateSpecJobBody } from "@understudy/shared/api/spec-job.ts";
import { assert } from "../../harness.ts";
import type { Caller } from "./caller.ts";
import { owner, server, store } from "./stored-jobs.ts";
import { storeServer, storeSpecVersion } from "./stored-specs.ts";

export const workDir = (jobId: number, ...path: string[]) =>
  join(server.config.dataDir, "work_dirs", String(jobId), ...path);
export const version = await storeSpecVersion();
export const farm = await storeServer({ name: "farm" });

export type Fields = Partial<CreateSpecJobBody>;
export const training = (fields: Fields = {}): CreateSpecJobBody => ({
  name: "First design",
  objective: "Training",
  simulation_resources: { type: "servers", servers: [{ id: farm._id, concurrent_simulations: 4 }] },
  ...fields,
});
export const single = (fields: Fields = {}): CreateSpecJobBody => ({
  name: "Nominal",
  objective: "Single Run",
  resource: { type: "server", id: farm._id },
  ...fields,
});
export const request = (body: CreateSpecJobBody, spec_version_id = version._id) => ({
  params: { spec_version_id },
  body,
});
export const create = async (body: CreateSpecJobBody, versionId = version._id, caller: Caller = owner) =>
  (await caller.call("createSpecJob", request(body, versionId))).id;
export const fetchCreationErrors = async (
  body: CreateSpecJobBody,
  versionId = version._id,
  caller: Caller = owner,
) => {
  const { status, errors } = await caller.refused("createSpecJob", request(body, versionId));
  assert.is(status, 400);
  return errors;
};
export const stored = async (id: number) => {
  const job = await store.jobs.findOne({ _id: id });
  if (job === null) throw new Error(`there is no job ${id}`);
  return job;
};
