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
