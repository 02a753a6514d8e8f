import { draftValue } from "@understudy/shared/api/job-draft.ts";
import { z } from "zod";
import type { Index } from "./collection.ts";

const person = z.object({ id: z.int(), name: z.string() });

/** The fields that the list of forms shows. */
export const jobDraftSummary = z.object({
  _id: z.int(),
  /** Null: the job is made from files. */
  spec_version_id: z.int().nullable(),
  search: z.string(),
  creator: person,
  /** The value of the field `name`, at most as long as the name of a job. */
  name: z.string().default(""),
  /** Null: the form was stored before this was, and nobody has changed it since. */
  changed_by: person.nullable().default(null),
  /** Rises by one with every change: whoever changes the record names the revision that it read. */
  revision: z.int(),
  /** A fixed time after the last change. */
  expires: z.date(),
});
export type JobDraftSummary = z.infer<typeof jobDraftSummary>;

/** A form of a new job that several people fill in together. */
export const jobDraftRecord = jobDraftSummary.extend({
  /** A list, because the keys of its fields hold dots. */
  fields: z.array(
    z.object({ key: z.string(), value: draftValue, by: person, time: z.date(), revision: z.int() }),
  ),
  /** Null: no job was created from it yet. */
  created_job: z.object({ id: z.int(), by: person }).nullable(),
  /** The person who is creating the job, until then at the latest; null: nobody. */
  claim: z.object({ by: person, until: z.date() }).nullable(),
});
export type JobDraftRecord = z.infer<typeof jobDraftRecord>;

export const jobDraftIndexes: readonly Index[] = [
  [{ "creator.id": 1 }],
  // MongoDB removes a form by itself once its time is over.
  [{ expires: 1 }, { expireAfterSeconds: 0 }],
];
