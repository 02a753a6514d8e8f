import { draftValue } from "@understudy/shared/api/job-draft.ts";
import { z } from "zod";
import type { Index } from "./collection.ts";

const person = z.object({ id: z.int(), name: z.string() });

/** A form of a new job that several people fill in together. */
export const jobDraftRecord = z.object({
  _id: z.int(),
  spec_version_id: z.int(),
  search: z.string(),
  creator: person,
  /** A list, because the keys of its fields hold dots. */
  fields: z.array(
    z.object({ key: z.string(), value: draftValue, by: person, time: z.date(), revision: z.int() }),
  ),
  /** Rises by one with every change: whoever changes the record names the revision that it read. */
  revision: z.int(),
  /** Null: no job was created from it yet. */
  created_job: z.object({ id: z.int(), by: person }).nullable(),
  /** The person who is creating the job, until then at the latest; null: nobody. */
  claim: z.object({ by: person, until: z.date() }).nullable(),
  expires: z.date(),
});
export type JobDraftRecord = z.infer<typeof jobDraftRecord>;

export const jobDraftIndexes: readonly Index[] = [
  [{ "creator.id": 1 }],
  // MongoDB removes a form by itself once its time is over.
  [{ expires: 1 }, { expireAfterSeconds: 0 }],
];
