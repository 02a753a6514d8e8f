import { z } from "zod";
import type { Index } from "./collection.ts";

/** A personal API token. An expired one stays until its owner revokes it, so that they see why a script stopped working. */
export const apiTokenRecord = z.object({
  _id: z.int(),
  user_id: z.int(),
  /** SHA-256 of the token: who reads the database cannot use what is there. */
  hash: z.string(),
  /** Its first characters, for people to know it by. */
  prefix: z.string(),
  name: z.string(),
  creation_time: z.date(),
  last_used: z.date().nullable(),
  /** Null: it never expires. */
  expires: z.date().nullable(),
});
export type ApiTokenRecord = z.infer<typeof apiTokenRecord>;

export const apiTokenIndexes: readonly Index[] = [[{ hash: 1 }, { unique: true }], [{ user_id: 1 }]];
