/** Spec versions and connected servers as the server keeps them, written straight into its database. */
import type { ResourceRecord } from "@understudy/server/models/resource.ts";
import type { VersionOfSpec } from "@understudy/server/models/spec.ts";
import type { Store } from "@understudy/server/models/store.ts";
import type { SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";
import { makeSpecVersion } from "./spec-jobs.ts";
import { makeSpec, makeSpecVersion as makeVersionRecord } from "./specs.ts";

type Person = { id: number; name: string };

const makeManifest = (fields: Partial<SpecManifest>): SpecManifest => {
  const { variables, variable_groups, coordinates, outputs, run, name, description } = makeSpecVersion();
  const declarations = { variables, variable_groups, coordinates, outputs, score_functions: [], graphs: [] };
  if (run === null) throw new Error("The version has no program.");
  return { run, format: 1, verbose_name: name, help_text: description, ...declarations, ...fields };
};

/** The first version of a spec. Its files are not there: nothing that uses this runs it. */
export async function insertSpecVersion(
  store: Store,
  person: Person,
  fields: Partial<SpecManifest> = {},
  record: Partial<VersionOfSpec> = {},
): Promise<VersionOfSpec> {
  const creator = { id: person.id, name: person.name };
  const manifest = makeManifest(fields);
  const name = manifest.verbose_name;
  const [spec_id, _id] = await Promise.all([store.nextId("specs"), store.nextId("spec_versions")]);
  await store.specs.insert(makeSpec({ _id: spec_id, name, creator, latest_version_id: _id }));
  const description = manifest.help_text;
  const version = makeVersionRecord({ _id, spec_id, name, description, creator, manifest, ...record });
  await store.specVersions.insert(version);
  return version;
}

/** A server of somebody's that is connected, as far as the database tells. */
export async function insertServer(
  store: Store,
  user_id: number,
  fields: Partial<ResourceRecord> = {},
): Promise<ResourceRecord> {
  const _id = await store.nextId("resources");
  return await store.resources.insert({
    _id,
    user_id,
    name: `server ${_id}`,
    role: "All",
    cores: 8,
    allowed: 8,
    running: 0,
    client_version: "1.0.0",
    platform: "linux-x64",
    only: null,
    instance: `instance-${_id}`,
    connection_id: `connection-${_id}`,
    // Nobody lets the platform hear of it: it stays connected however long the tests take.
    last_seen: new Date(Date.now() + 3_600_000),
    infrastructure_failures: 0,
    sharing: null,
    withdrawn_time: null,
    queue: null,
    machine: null,
    ...fields,
  });
}
