/**
 * The form of a new job that several people fill in together. It is stored field by field, so that a change of one field replaces
 * nothing else; uploaded files stay with the person who chose them.
 */
import { z } from "zod";
import { distribution } from "../domain/distribution.ts";
import { JOB_CREATION, JOB_DRAFT_LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages/messages.ts";
import { boundedRecord, scalarList } from "./bounded.ts";
import { integerText } from "./codec.ts";
import { noContent, route } from "./route.ts";

/** A further goal of an optimization as it stands in the form: its limits are texts in the unit of the output. */
export const goalInForm = z.object({
  id: z.int().describe("A number that tells the goals of the form apart."),
  kind: z.enum(["limits", "maximise", "minimise"]),
  output: z.string().max(JOB_DRAFT_LIMITS.textLength).nullable().describe("The name of the output."),
  lower: z.string().max(JOB_DRAFT_LIMITS.textLength).describe("The lower limit as typed; empty: none."),
  upper: z.string().max(JOB_DRAFT_LIMITS.textLength).describe("The upper limit as typed; empty: none."),
});

/** The value of a field as it stands in the form: numbers are texts as somebody typed them. */
export const draftValue = z.union([
  z.null(),
  z.boolean(),
  z.number(),
  z.string().max(JOB_DRAFT_LIMITS.textLength),
  scalarList(JOB_DRAFT_LIMITS.listLength),
  z.array(goalInForm).max(JOB_CREATION.furtherGoals),
  distribution,
]);
export type DraftValue = z.infer<typeof draftValue>;

const person = z.object({ id: z.int(), name: z.string() });

export const draftField = z.object({
  key: z.string().describe("The name of the field, such as `name` or `variables.w1.min`."),
  value: draftValue,
  by: person.describe("The person who changed the field last."),
  time: z.iso.datetime(),
  revision: z.int().describe("The revision of the form that changed the field last."),
});
export type DraftField = z.infer<typeof draftField>;

/** A change of the form, as its answer and the push carry it. */
export const jobDraftChange = z.object({
  id: z.int(),
  revision: z.int().describe("The number of changes; it rises by one with each."),
  fields: z.array(draftField).describe("The fields that changed."),
  created_job: z
    .object({ id: z.int(), by: person.describe("The person who created the job.") })
    .nullable()
    .describe("The job that was created from the form, which nobody changes any more; null: none yet."),
  is_deleted: z.boolean().describe("True: somebody has deleted the form."),
});
export type JobDraftChange = z.infer<typeof jobDraftChange>;

const VERSION_TEXT = "The spec version that the job runs; null: it is made from files.";
const specVersionId = z.int().nullable().describe(VERSION_TEXT);

/** The form with all its fields. */
export const jobDraft = jobDraftChange.extend({
  spec_version_id: specVersionId,
  search: z
    .string()
    .describe("The query of the form's address, which names the objective and the job of the emulator."),
  creator: person,
  expires: z.iso.datetime().describe("The form is deleted at this time unless somebody changes it before."),
});
export type JobDraft = z.infer<typeof jobDraft>;

/** The part of a form in the list that changes while people fill it in. */
export const listedDraftChange = z.object({
  id: z.int(),
  revision: jobDraftChange.shape.revision,
  name: z.string().describe("The name of the job as it stands in the form; empty: none yet."),
  changed_by: person.describe("The person who changed the form last."),
  changed_time: z.iso.datetime().describe("The time of that change, in UTC."),
});
export type ListedDraftChange = z.infer<typeof listedDraftChange>;

/** A form in the list of those that people fill in now. */
export const listedDraft = listedDraftChange.extend({
  spec_version: z
    .object({
      id: z.int(),
      name: z.string(),
      number: z.int().describe("Versions of one spec count from 1."),
    })
    .nullable()
    .describe(VERSION_TEXT),
  search: z.string().describe("The query of the form's address."),
  creator: person,
});
export type ListedDraft = z.infer<typeof listedDraft>;

/** A field of the calls that create a job. */
export const draftOfJob = z
  .int()
  .optional()
  .describe("The form that several people have filled in together, which the job completes.");

const draftParams = z.object({ draft_id: integerText });
/** A key names a field, or a part of a variable: its length is bounded like that of the names within it. */
const fields = boundedRecord(draftValue, JOB_DRAFT_LIMITS.fields).refine(
  (record) => Object.keys(record).every((key) => key.length <= JOB_DRAFT_LIMITS.keyLength),
  MESSAGES.draftKeyTooLong(JOB_DRAFT_LIMITS.keyLength),
);

export const jobDraftRoutes = {
  createJobDraft: route({
    method: "POST",
    path: "/job_drafts",
    summary: "Begin a form of a new job that several people fill in together",
    audience: "full-user",
    status: 201,
    body: z.object({
      spec_version_id: specVersionId,
      search: z.string().max(JOB_DRAFT_LIMITS.searchLength).describe("The query of the form's address."),
      fields: fields.describe("The values of all fields by key."),
    }),
    bodyLimit: JOB_DRAFT_LIMITS.bytes,
    response: jobDraft,
  }),
  listJobDrafts: route({
    method: "GET",
    path: "/job_drafts",
    summary: "The forms of new jobs that people fill in together",
    audience: "full-user",
    response: z.object({
      items: z
        .array(listedDraft)
        .describe("The forms of which no job was created yet; the one that was changed last is first."),
      further_count: z
        .int()
        .describe("The number of forms that are not among them, because there are too many."),
    }),
  }),
  getJobDraft: route({
    method: "GET",
    path: "/job_drafts/{draft_id}",
    summary: "A form of a new job that several people fill in together",
    audience: "full-user",
    params: draftParams,
    response: jobDraft,
  }),
  updateJobDraft: route({
    method: "PUT",
    path: "/job_drafts/{draft_id}/fields",
    summary: "Change fields of a form of a new job",
    audience: "full-user",
    params: draftParams,
    body: z.object({
      fields: fields.describe("The new values by key; a field that is left out stays as it is."),
      base: fields
        .optional()
        .describe(
          "The values of these fields as they were read. Where one has another value by now, nothing is changed.",
        ),
    }),
    bodyLimit: JOB_DRAFT_LIMITS.bytes,
    response: jobDraftChange,
  }),
  deleteJobDraft: route({
    method: "DELETE",
    path: "/job_drafts/{draft_id}",
    summary: "Delete a form of a new job that one has begun",
    audience: "full-user",
    status: 204,
    params: draftParams,
    response: noContent,
  }),
} as const;
