/**
 * The notes of a job: one text in Markdown that several people edit at once. Edits travel as updates of Yjs. Updates commute: in
 * whatever order they arrive, and however often, the text becomes the same everywhere.
 */
import { z } from "zod";
import { jobParams } from "./job.ts";
import { route } from "./route.ts";

/** The notes of a job, in characters, and their Yjs document with what was deleted (bytes): one of this size is read in 50 ms. */
export const MAX_NOTES_LENGTH = 50_000;
export const MAX_NOTES_BYTES = 400_000;
/** One edit of the notes: in Base64 it fits into a body of 64 kB. A page sends longer ones in parts. */
export const MAX_NOTES_UPDATE_BYTES = 45_000;
/** Edits of notes that one person sends in so many seconds: a page sends five a second. */
export const NOTES_RATE = { points: 900, duration: 60 } as const;

/** The name of the text within its Yjs document. */
export const NOTES_TEXT = "notes";

/** Base64 makes four characters of three bytes. */
const update = z
  .base64()
  .min(1)
  .max(Math.ceil(MAX_NOTES_UPDATE_BYTES / 3) * 4);

export const jobNotes = z.object({
  text: z.string().describe("The text is Markdown; empty: there are no notes."),
  update: z.base64().describe("The whole text as an update of Yjs (version 1), for programs that edit it."),
  revision: z.int().describe("The revision rises with every stored update; 0: nothing was ever written."),
});
export type JobNotes = z.infer<typeof jobNotes>;

export const jobNotesRoutes = {
  getJobNotes: route({
    method: "GET",
    path: "/jobs/{job_id}/notes",
    summary: "The notes of a job",
    audience: "full-user",
    params: jobParams,
    response: jobNotes,
  }),
  updateJobNotes: route({
    method: "POST",
    path: "/jobs/{job_id}/notes/updates",
    summary: "Store an edit of the notes; sent again it changes nothing",
    audience: "full-user",
    params: jobParams,
    body: z.object({ update: update.describe("An update of Yjs (version 1) to the text `notes`.") }),
    response: z.object({ revision: z.int().describe("The revision of the notes with this edit.") }),
  }),
  appendToJobNotes: route({
    method: "POST",
    path: "/jobs/{job_id}/notes/lines",
    summary: "Append lines to the notes; sent again with the same key they stay one",
    audience: "full-user",
    params: jobParams,
    body: z.object({
      text: z.string().min(1).max(MAX_NOTES_LENGTH).describe("Markdown. It begins on a line of its own."),
      key: z
        .string()
        .regex(/^[\w-]{8,64}$/)
        .describe("Chosen by the caller, and new for each call: what is sent again is appended once."),
    }),
    response: jobNotes,
  }),
} as const;
