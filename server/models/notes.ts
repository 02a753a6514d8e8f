import { z } from "zod";

/** The notes of a job, as a document of Yjs: a snapshot, and the updates since, in Base64. */
export const notesRecord = z.object({
  /** The id of the job. */
  _id: z.int(),
  /** Empty: nothing has been compacted yet. */
  snapshot: z.string(),
  updates: z.array(z.string()),
  /** Rises by one with every stored update, and with every compaction. */
  revision: z.int(),
});
export type NotesRecord = z.infer<typeof notesRecord>;
