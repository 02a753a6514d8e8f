/** Spec versions and connected servers written straight into the database of the test file's server. */
import type { ResourceRecord } from "@understudy/server/models/resource.ts";
import type { SpecVersionRecord } from "@understudy/server/models/spec-version.ts";
import type { SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";
import { makeSpecVersion } from "../spec-jobs.ts";
import { owner, store } from "./stored-jobs.ts";

const manifestOf = (fields: Partial<SpecManifest>): SpecManifest => {
  const { variables, variable_groups, coordinates, outputs, run, name, description } = makeSpecVersion();
  const own = { variables, variable_groups, coordinates, outputs, run, score_functions: [], graphs: [] };
  return { format: 1, verbose_name: name, help_text: description, ...own, ...fields };
};

/** The first version of a spec of the owner's. Its files are not there: nothing here runs it. */
export async function storeSpecVersion(
  fields: Partial<SpecManifest> = {},
  record: Partial<SpecVersionRecord> = {},
): Promise<SpecVersionRecord> {
  const creator = { id: owner.id, name: owner.name };
  const manifest = manifestOf(fields);
  const name = manifest.verbose_name;
  const [spec_id, _id] = await Promise.all([store.nextId("specs"), store.nextId("spec_versions")]);
  const now = new Date();
  const times = { creation_time: now, last_modified_time: now };
  await store.specs.insert({ _id: spec_id, name, creator, ...times, latest_version_id: _id });
  return await store.specVersions.insert({
    _id,
    spec_id,
    number: 1,
    name,
    description: manifest.help_text,
    creator,
    creation_time: now,
    deleted_time: null,
    from_template: null,
    manifest,
    files: [],
    ...record,
  });
}

/** A server of the owner's that is connected, as far as the database tells. */
export async function storeServer(fields: Partial<ResourceRecord> = {}): Promise<ResourceRecord> {
  const _id = await store.nextId("resources");
  return await store.resources.insert({
    _id,
    user_id: owner.id,
    name: `server ${_id}`,
    role: "All",
    cores: 8,
    allowed: 8,
    running: 0,
    client_version: "1.0.0",
    platform: "linux-x64",
    instance: `instance-${_id}`,
    connection_id: `connection-${_id}`,
    last_seen: new Date(),
    infrastructure_failures: 0,
    ...fields,
  });
}
