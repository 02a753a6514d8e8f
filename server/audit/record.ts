import type { AuditAction, AuditSubject } from "@understudy/shared/api/audit.ts";
import { log } from "../core/log.ts";
import type { AuditRecord } from "../models/audit-entry.ts";
import type { User } from "../models/user.ts";
import type { Platform } from "../platform/platform.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * These actions come many times in a row, as while a table is edited: one entry stands for all of them in this time.
 */
const REPEATED_ACTIONS: readonly AuditAction[] = ["job-configured", "log-in-failed"];
const REPEATED_MS = 10 * 60 * 1000;

export type AuditEvent = {
  readonly action: AuditAction;
  readonly subjects?: readonly AuditSubject[];
  readonly detail?: string;
};
type Actor = Pick<User, "_id" | "name">;
type Stored = Pick<Platform, "store" | "config">;

export const auditKey = ({ kind, id }: Pick<AuditSubject, "kind" | "id">): string => `${kind} ${id}`;

/**
 * The one writer of the audit journal. Call it once the change is stored. What cannot be written is logged: the change has happened,
 * and its answer must say so.
 */
export async function recordAudit(
  { store, config }: Stored,
  actor: Actor,
  events: readonly AuditEvent[],
  byToken = false,
): Promise<void> {
  try {
    const fresh: AuditEvent[] = [];
    for (const event of events) if (!(await isRepeated(store, actor, event))) fresh.push(event);
    if (fresh.length === 0) return;
    const first = await store.nextId("audit", fresh.length);
    const time = new Date();
    const expires = new Date(time.getTime() + config.auditDays * DAY_MS);
    const entry = { time, expires, user: { id: actor._id, name: actor.name }, by_token: byToken };
    await store.audit.insertAll(
      fresh.map((event, i): AuditRecord => ({ ...entry, _id: first + i, ...toFields(actor, event) })),
    );
  } catch (err) {
    log.error({ err, actions: events.map(({ action }) => action) }, "the audit journal could not be written");
  }
}

const toFields = (actor: Actor, { action, subjects = [], detail = "" }: AuditEvent) => ({
  action,
  subjects: [...subjects],
  detail,
  keys: [...new Set([...subjects, { kind: "user", id: actor._id } as const].map(auditKey))],
});

async function isRepeated(store: Stored["store"], actor: Actor, event: AuditEvent): Promise<boolean> {
  if (!REPEATED_ACTIONS.includes(event.action)) return false;
  const { action, keys, detail } = toFields(actor, event);
  const since = new Date(Date.now() - REPEATED_MS);
  const same = { keys: { $all: keys }, action, detail, "user.id": actor._id, time: { $gt: since } };
  return (await store.audit.findOne(same)) !== null;
}
