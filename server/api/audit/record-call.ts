import type { RouteName } from "@understudy/shared/api/routes.ts";
import { readNames } from "../../audit/names.ts";
import { type AuditEvent, recordAudit } from "../../audit/record.ts";
import { auditRules } from "../../audit/rules.ts";
import type { Caller } from "../../commands/users/sessions.ts";
import type { Platform } from "../../platform/platform.ts";

/** To be called with its answer once a call has succeeded. */
type Recorder = (caller: Caller | null, answered: unknown) => Promise<void>;
const nothing: Recorder = async () => {};

/** Prepares a call's entries in the audit journal. The names are read before it: it may rename or delete what they name. */
export async function auditCall(
  platform: Pick<Platform, "config" | "store">,
  name: RouteName,
  sent: { params: unknown; body: unknown },
): Promise<Recorder> {
  const rule = auditRules[name];
  const call = rule?.describe(sent) ?? null;
  if (rule === undefined || call === null) return nothing;
  const { action, detail = "" } = call;
  const to = await readNames(platform.store, call.to ?? []);
  const relatedSubjects = await readNames(platform.store, call.with ?? []);
  return async (caller, answered) => {
    if (caller === null) return;
    const made = rule.made(answered);
    const mains = made === null ? to : await readNames(platform.store, [made]);
    const events: AuditEvent[] = mains.map((main) => ({
      action,
      subjects: [main, ...relatedSubjects],
      detail,
    }));
    const isOfNothing = made === null && (call.to ?? []).length === 0;
    if (isOfNothing) events.push({ action, subjects: relatedSubjects, detail });
    await recordAudit(platform, caller.user, events, caller.session === null);
  };
}
