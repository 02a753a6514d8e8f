import { type AuditSubject, auditRoutes } from "@understudy/shared/api/audit.ts";
import { csvLine } from "@understudy/shared/csv/csv-line.ts";
import { AUDIT_ACTION_TEXTS } from "@understudy/shared/texts/audit-texts.ts";
import type Koa from "koa";
import type { AuditRecord, auditRecord } from "../../models/audit-entry.ts";
import type { Filter } from "../../models/collection.ts";
import type { Store } from "../../models/store.ts";
import { decode } from "../request/decode.ts";
import type { Web } from "../request/handle.ts";
import { sendCsv } from "../request/send-csv.ts";
import { matchingEntries } from "./list.ts";

/** Entries that are in memory at a time. */
const ROWS_PER_BATCH = 500;
const CSV_HEADER = ["time", "user_id", "user", "by_api_token", "action", "subjects", "detail"];

const subjectText = ({ kind, id, name }: AuditSubject): string => `${kind} ${id} (${name})`;

const toCells = ({ time, user, by_token, action, subjects, detail }: AuditRecord): (string | number)[] => [
  time.toISOString(),
  user.id,
  user.name,
  String(by_token),
  AUDIT_ACTION_TEXTS[action],
  subjects.map(subjectText).join("; "),
  detail,
];

async function* lines({ audit }: Store, filter: Filter<typeof auditRecord>): AsyncGenerator<string> {
  yield csvLine(CSV_HEADER);
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const those = { $and: [filter, { _id: { $lt: before } }] };
    const batch = await audit.find(those, { sort: { _id: -1 }, limit: ROWS_PER_BATCH });
    for (const entry of batch) yield csvLine(toCells(entry));
    const last = batch.at(-1);
    if (last === undefined || batch.length < ROWS_PER_BATCH) return;
    before = last._id;
  }
}

/** The audit journal as a file, the latest first: all of it, or what its page is filtered by. @throws Problem 400 */
export function sendAuditCsv({ store }: Pick<Web, "store">, ctx: Koa.Context): void {
  const filter = matchingEntries(decode(auditRoutes.listAudit.query, { ...ctx.query }));
  sendCsv(ctx, "audit.csv", () => lines(store, filter));
}
