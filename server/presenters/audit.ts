import type { AuditEntry } from "@understudy/shared/api/audit.ts";
import type { AuditRecord } from "../models/audit-entry.ts";

export const presentAuditEntry = ({
  _id,
  time,
  user,
  by_token,
  action,
  subjects,
  detail,
}: AuditRecord): AuditEntry => ({
  id: _id,
  time: time.toISOString(),
  user,
  by_token,
  action,
  subjects,
  detail,
});
