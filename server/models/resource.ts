import { onlySpecs, resourceRole } from "@understudy/shared/worker-parts.ts";
import { z } from "zod";
import type { Index } from "./collection.ts";

/** Its owner lets every full user simulate on it: they share `limit` places at a time. */
const serverSharing = z.object({ limit: z.int(), owner_name: z.string() });

/** The simulations of a server that hands them to the scheduler of a cluster. */
const serverQueue = z.object({
  scheduler: z.string(),
  pending: z.int(),
  held: z.int(),
  running: z.int(),
  /** The scheduler's own words for why they wait; the commonest comes first. */
  reasons: z.array(z.string()),
});
export type ServerQueue = z.infer<typeof serverQueue>;

/** A server that somebody has connected, now or once: the same name of the same person is the same server. */
export const resourceRecord = z.object({
  /** Given once to a (user, name), so that jobs may keep referring to it. */
  _id: z.int(),
  user_id: z.int(),
  name: z.string(),
  role: resourceRole,
  cores: z.int(),
  allowed: z.int(),
  running: z.int(),
  client_version: z.string(),
  platform: z.string(),
  only: onlySpecs.default(null),
  /** The start of the worker client that is, or was last, connected. */
  instance: z.string(),
  /** The server's own connection; null: it is not connected. A stale socket finds another one here. */
  connection_id: z.string().nullable(),
  last_seen: z.date(),
  /** In a row; see server/policies/resource.ts. */
  infrastructure_failures: z.int(),
  /** Null: it simulates for its owner alone. */
  sharing: serverSharing.nullable().default(null),
  /** The time when its owner ended the sharing; null: it is shared, or never was. */
  withdrawn_time: z.date().nullable().default(null),
  /** Null: it runs its simulations itself. */
  queue: serverQueue.nullable().default(null),
  /** It was created for the training of this job; null: it is a server of its owner's. See models/machine.ts. */
  machine: z.object({ job_id: z.int(), label: z.string() }).nullable().default(null),
});
export type ResourceRecord = z.infer<typeof resourceRecord>;

export const resourceIndexes: readonly Index[] = [
  [{ user_id: 1, name: 1 }, { unique: true }],
  [{ connection_id: 1, last_seen: 1 }],
];

/**
 * Counts how often a person made a new worker client key; a person without a record never did. The key itself is not
 * stored.
 */
export const workerKeyRecord = z.object({
  /** The person's. */
  _id: z.int(),
  version: z.int(),
});

/** A demo server that somebody has asked for; without a record there is none. */
export const demoServerRecord = z.object({
  /** The person's: everybody has one at most. */
  _id: z.int(),
  /** The web process that runs it, by a name made up at its start. */
  holder: z.string(),
  /** When its holder is taken for dead, unless it renews its claim before: another process then starts it again. */
  until: z.date(),
  asked_time: z.date(),
  /** It was asked for at the start of the platform (`--demo`): it stays even if it is not used. */
  stays: z.boolean(),
  /** Why it was given up; null: it was not. */
  error: z.string().nullable(),
});
export type DemoServerRecord = z.infer<typeof demoServerRecord>;
