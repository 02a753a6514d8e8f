import { z } from "zod";
import type { Index } from "./collection.ts";

export const sessionRecord = z.object({
  /** SHA-256 of the cookie's value: who reads the database cannot log in with what is there. */
  _id: z.string(),
  user_id: z.int(),
  expires: z.date(),
  /** Null in these: the session was opened by an earlier version. */
  creation_time: z.date().nullable().default(null),
  last_used: z.date().nullable().default(null),
  /** The address of the log-in. */
  address: z.string().nullable().default(null),
  user_agent: z.string().nullable().default(null),
});
export type Session = z.infer<typeof sessionRecord>;

export const sessionIndexes: readonly Index[] = [
  [{ user_id: 1 }],
  // MongoDB removes a session by itself once its time is over.
  [{ expires: 1 }, { expireAfterSeconds: 0 }],
];
