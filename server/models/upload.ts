import { z } from "zod";
import type { Index } from "./collection.ts";

/** A file that arrives in chunks. Its bytes lie under its `_id`, so that no name from outside becomes a path. */
export const uploadRecord = z.object({
  /** The file_id of the API. */
  _id: z.string(),
  user_id: z.int(),
  generated_file_name: z.string(),
  total_bytes: z.int(),
  received_bytes: z.int(),
  last_modified_time: z.date(),
});
export type Upload = z.infer<typeof uploadRecord>;

export const isWhole = (upload: Upload): boolean => upload.received_bytes === upload.total_bytes;

export const uploadIndexes: readonly Index[] = [
  [{ user_id: 1, generated_file_name: 1 }, { unique: true }],
  [{ last_modified_time: 1 }],
];
