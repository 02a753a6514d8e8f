/** Spec versions and connected servers of the owner's, in the database of the test file's server. */
import type { ResourceRecord } from "@understudy/server/models/resource.ts";
import type { VersionOfSpec } from "@understudy/server/models/spec.ts";
import type { SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";
import { insertServer, insertSpecVersion } from "../specs/spec-records.ts";
import { owner, store } from "./stored-jobs.ts";

export const storeSpecVersion = (
  fields: Partial<SpecManifest> = {},
  record: Partial<VersionOfSpec> = {},
): Promise<VersionOfSpec> => insertSpecVersion(store, owner, fields, record);

export const storeServer = (fields: Partial<ResourceRecord> = {}): Promise<ResourceRecord> =>
  insertServer(store, owner.id, fields);
