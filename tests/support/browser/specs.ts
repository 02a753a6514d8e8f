/** Spec versions and connected servers for the browser tests, put straight into the database of a test server. */
import type { Config } from "@understudy/server/core/config.ts";
import type { ResourceRecord } from "@understudy/server/models/resource.ts";
import type { VersionOfSpec } from "@understudy/server/models/spec.ts";
import { openPlatform, type Platform } from "@understudy/server/platform/platform.ts";
import type { SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";
import { atEnd } from "../cleanup.ts";
import { insertServer, insertSpecVersion } from "../specs/spec-records.ts";
import type { Account } from "./people.ts";

const platforms = new Map<string, Promise<Platform>>();
/** As another web process of the test server has it: what it publishes reaches the pages. */
function connectPlatform(config: Config): Promise<Platform> {
  const platform = platforms.get(config.mongodbUrl);
  if (platform !== undefined) return platform;
  const opened = openPlatform(config);
  platforms.set(config.mongodbUrl, opened);
  atEnd("the tests' own platform", async () => (await opened).close());
  return opened;
}

export const addSpecVersion = async (
  config: Config,
  creator: Account,
  fields: Partial<SpecManifest> = {},
  record: Partial<VersionOfSpec> = {},
): Promise<VersionOfSpec> =>
  insertSpecVersion((await connectPlatform(config)).store, creator, fields, record);

export const deleteSpec = async (config: Config, specId: number): Promise<void> => {
  await (await connectPlatform(config)).store.specs.remove({ _id: specId });
};

/** A server connects, as far as the platform can tell. */
export async function addServer(
  config: Config,
  owner: Account,
  fields: Partial<ResourceRecord> = {},
): Promise<ResourceRecord> {
  const { store, publish } = await connectPlatform(config);
  const server = await insertServer(store, owner.id, fields);
  publish.resource(server);
  return server;
}

export const removeServers = async (config: Config): Promise<number> =>
  (await connectPlatform(config)).store.resources.remove({});
