import type { SpecManifest, SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { notFound } from "../../core/problem.ts";
import { isOfSpec, type SpecFile, type SpecVersionRecord } from "../../models/spec.ts";
import type { Store } from "../../models/store.ts";
import type { Storage } from "../storage.ts";

/** A version of a spec with its files. */
export type OpenedSpecVersion = {
  readonly record: SpecVersionRecord;
  readonly manifest: SpecManifest;
  /** Absolute. What lies in it never changes. */
  readonly folder: string;
  readonly files: readonly SpecFile[];
};

/**
 * The version that a job was made from, even if its spec has changed or been deleted since.
 * @throws Problem 404 when there is none, or when it describes data that no program simulates.
 */
export async function openSpecVersion(
  { store, storage }: { readonly store: Store; readonly storage: Storage },
  versionId: number,
): Promise<OpenedSpecVersion> {
  const record = await store.specVersions.findOne({ _id: versionId });
  if (record === null || !isOfSpec(record)) throw notFound(MESSAGES.specVersionNotFound);
  const { manifest, files, spec_id } = record;
  return { record, manifest, folder: storage.specVersionDir(spec_id, versionId), files };
}

/**
 * Reads the inputs and outputs of jobs from this version, whether or not a program simulates it. @throws Problem 404
 */
export async function readSpecModel(
  { store }: { readonly store: Store },
  versionId: number,
): Promise<SpecModel> {
  const record = await store.specVersions.findOne({ _id: versionId });
  if (record === null) throw notFound(MESSAGES.specVersionNotFound);
  return record.manifest;
}
