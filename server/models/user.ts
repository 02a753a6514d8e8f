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
  /** Tells of a restricted person whether they may comment on the emulators of their jobs. */
  may_comment: z.boolean().default(false),
  /** The share of the queues that they get beside other people; see commands/runner/turn.ts. */
  queue_weight: z.number().default(1),
  creation_time: z.date(),
  /** False: deactivated. Everything that is theirs stays, and nobody can log in or call as them. */
  active: z.boolean().default(true),
  /** When a session of theirs was last used, to within a minute. */
  last_seen: z.date().nullable().default(null),
  /** Whom the provider of single sign-on knows them as; null: they have not logged in with it. */
  sso: z.object({ issuer: z.string(), subject: z.string() }).nullable().default(null),
});
export type User = z.infer<typeof userRecord>;
/** The share of the queues that a person gets. */
export const userWeight = userRecord.pick({ _id: true, queue_weight: true });
/** The same, with their name. */
export const userShare = userRecord.pick({ _id: true, name: true, queue_weight: true });
export type UserShare = z.infer<typeof userShare>;

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
