import { specManifest } from "@understudy/shared/domain/spec-manifest.ts";
import { z } from "zod";
import type { Index } from "./collection.ts";

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

/** What is read where the manifest is not needed. */
export const specVersionSummary = z.object({
  _id: z.int(),
  spec_id: z.int(),
  /** Versions of one spec count from 1. */
  number: z.int(),
  name: z.string(),
  creation_time: z.date(),
  /** When its spec was deleted; it lives on while jobs use it. */
  deleted_time: z.date().nullable(),
});

/** One state of a spec. It never changes, nor do its files: whatever is edited becomes another version. */
export const specVersionRecord = specVersionSummary.extend({
  description: z.string(),
  /** Who made this version, not the spec. */
  creator: z.object({ id: z.int(), name: z.string() }),
  /** The key of the template that the spec was made from. */
  from_template: z.string().nullable(),
  manifest: specManifest,
  files: z.array(specFile),
});
export type SpecVersionRecord = z.infer<typeof specVersionRecord>;

/** Of a spec's history. */
export const specVersionInHistory = specVersionRecord.pick({
  _id: true,
  number: true,
  name: true,
  description: true,
  creator: true,
  creation_time: true,
});
export type SpecVersionInHistory = z.infer<typeof specVersionInHistory>;

export const specVersionIndexes: readonly Index[] = [[{ spec_id: 1 }]];
