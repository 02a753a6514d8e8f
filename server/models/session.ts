import { z } from "zod";
import type { Index } from "./collection.ts";

export const sessionRecord = z.object({
  /** SHA-256 of the cookie's value: who reads the database cannot log in with what is there. */
  _id: z.string(),
  user_id: z.int(),
  expires: z.date(),
});
export type Session = z.infer<typeof sessionRecord>;

export const sessionIndexes: readonly Index[] = [
  [{ user_id: 1 }],
  // MongoDB removes a session by itself once its time is over.
  [{ expires: 1 }, { expireAfterSeconds: 0 }],
];
