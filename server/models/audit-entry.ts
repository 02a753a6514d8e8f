import { auditAction, auditSubject } from "@understudy/shared/api/audit.ts";
import { z } from "zod";
import type { Index } from "./collection.ts";

/** One line of the audit journal. It names people and subjects as they were called then: they may be renamed or deleted. */
export const auditRecord = z.object({
  _id: z.int(),
  time: z.date(),
  expires: z.date(),
  user: z.object({ id: z.int(), name: z.string() }),
  by_token: z.boolean(),
  action: auditAction,
  subjects: z.array(auditSubject),
  /** Whom and what it is about, as `job 7`, who did it included. */
  keys: z.array(z.string()),
  detail: z.string(),
});
export type AuditRecord = z.infer<typeof auditRecord>;

export const auditIndexes: readonly Index[] = [
  [{ keys: 1, _id: -1 }],
  [{ action: 1, _id: -1 }],
  // MongoDB removes an entry by itself once its time is over.
  [{ expires: 1 }, { expireAfterSeconds: 0 }],
];
