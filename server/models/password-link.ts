import { z } from "zod";
import type { Index } from "./collection.ts";

/** A link by which somebody may choose their password, once. */
export const passwordLinkRecord = z.object({
  /** SHA-256 of the secret in the link: who reads the database cannot use what is there. */
  _id: z.string(),
  user_id: z.int(),
  expires: z.date(),
});

export const passwordLinkIndexes: readonly Index[] = [
  [{ user_id: 1 }],
  [{ expires: 1 }, { expireAfterSeconds: 0 }],
];
