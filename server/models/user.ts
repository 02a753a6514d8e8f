import { role } from "@understudy/shared/api/user.ts";
import { z } from "zod";
import type { Index } from "./collection.ts";

export const userRecord = z.object({
  _id: z.int(),
  /** In lower case: people write theirs both ways. */
  email: z.string(),
  name: z.string(),
  /** argon2id, in PHC form; null: they have no password (yet), and nobody can log in by one. */
  password_hash: z.string().nullable(),
  restricted: z.boolean(),
  hide_specs: z.boolean(),
  roles: z.array(role),
  accessible_job_ids: z.array(z.int()),
  /** Tells of a restricted person whether they may download the emulators of their jobs as files. */
  may_download_models: z.boolean().default(false),
  creation_time: z.date(),
  /** False: deactivated. Everything that is theirs stays, and nobody can log in or call as them. */
  active: z.boolean().default(true),
  /** When a session of theirs was last used, to within a minute. */
  last_seen: z.date().nullable().default(null),
  /** Whom the provider of single sign-on knows them as; null: they have not logged in with it. */
  sso: z.object({ issuer: z.string(), subject: z.string() }).nullable().default(null),
});
export type User = z.infer<typeof userRecord>;

export const userIndexes: readonly Index[] = [
  [{ email: 1 }, { unique: true }],
  [{ roles: 1 }],
  [{ accessible_job_ids: 1 }],
  [{ restricted: 1, name: 1 }],
  [
    { "sso.subject": 1, "sso.issuer": 1 },
    { unique: true, partialFilterExpression: { "sso.subject": { $type: "string" } } },
  ],
];
