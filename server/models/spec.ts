import { type SpecManifest, specModel } from "@understudy/shared/domain/spec-manifest.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { z } from "zod";
import type { Index } from "./collection.ts";

/** A simulation model that people make jobs from. What it is now is its latest version. */
export const specRecord = z.object({
  _id: z.int(),
  /** That of the latest version, kept here because lists sort by it. */
  name: z.string(),
  creator: z.object({ id: z.int(), name: z.string() }),
  creation_time: z.date(),
  last_modified_time: z.date(),
  latest_version_id: z.int(),
});
export type SpecRecord = z.infer<typeof specRecord>;

export const specIndexes: readonly Index[] = [[{ name: 1 }], [{ "creator.id": 1 }]];

/** A file of a spec version, as it lies in the version's folder. */
export const specFile = z.object({
  /** Below the folder, segments separated by `/`. */
  path: z.string(),
  /** Bytes. */
  size: z.int(),
  /** In hexadecimal digits. */
  sha256: z.string(),
});
export type SpecFile = z.infer<typeof specFile>;

/** The fields that are read where the manifest is not needed. */
export const specVersionSummary = z.object({
  _id: z.int(),
  /** Null: it describes the data of a job, see `data_job_id`. */
  spec_id: z.int().nullable(),
  /** The data-driven job whose configuration it was made from. */
  data_job_id: z.int().nullable().default(null),
  /** Versions of one spec, or of one job's configuration, count from 1. */
  number: z.int(),
  name: z.string(),
  creation_time: z.date(),
  /** When its spec was deleted; it lives on while jobs use it. */
  deleted_time: z.date().nullable(),
});

export type SpecVersionSummary = z.infer<typeof specVersionSummary>;

/** One state of a spec. It never changes, nor do its files: whatever is edited becomes another version. */
export const specVersionRecord = specVersionSummary.extend({
  description: z.string(),
  /** Who made this version, not the spec. */
  creator: z.object({ id: z.int(), name: z.string() }),
  /** The key of the template that the spec was made from. */
  from_template: z.string().nullable(),
  manifest: specModel,
  /** Why a demo server does not run it, as a sentence; null: it does. */
  demo_problem: z.string().nullable().default(MESSAGES.demoNotChecked),
  files: z.array(specFile),
});
export type SpecVersionRecord = z.infer<typeof specVersionRecord>;

/** The fields that describe the scores of a version's jobs. */
export const specVersionScores = specVersionRecord
  .pick({ _id: true })
  .extend({ manifest: specModel.pick({ outputs: true, score_functions: true }) });
export type SpecVersionScores = z.infer<typeof specVersionScores>;

/** A version of a spec, with files and a program: not of a job's data. */
export type VersionOfSpec = SpecVersionRecord & { readonly spec_id: number; readonly manifest: SpecManifest };
export const isOfSpec = (version: SpecVersionRecord): version is VersionOfSpec =>
  version.spec_id !== null && version.manifest.run !== null;

/** The fields of a version in a spec's history. */
export const specVersionInHistory = specVersionRecord.pick({
  _id: true,
  number: true,
  name: true,
  description: true,
  creator: true,
  creation_time: true,
  demo_problem: true,
});
export type SpecVersionInHistory = z.infer<typeof specVersionInHistory>;

export const specVersionIndexes: readonly Index[] = [[{ spec_id: 1 }], [{ data_job_id: 1, number: 1 }]];
