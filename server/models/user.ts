import { role } from "@understudy/shared/api/user.ts";
import { z } from "zod";
import type { Index } from "./collection.ts";

export const userRecord = z.object({
  _id: z.int(),
  /** In lower case: people write theirs both ways. */
  email: z.string(),
  name: z.string(),
  /** argon2id, in PHC form. */
  password_hash: z.string(),
  restricted: z.boolean(),
  hide_specs: z.boolean(),
  roles: z.array(role),
  accessible_job_ids: z.array(z.int()),
  creation_time: z.date(),
});
export type User = z.infer<typeof userRecord>;

export const userIndexes: readonly Index[] = [[{ email: 1 }, { unique: true }]];
