import type { AuditAction, AuditEntry } from "@understudy/shared/api/audit.ts";
import { LIST_DEFAULTS, type SortOrder } from "@understudy/shared/api/list.ts";
import { auditKey } from "../../audit/record.ts";
import type { auditRecord } from "../../models/audit-entry.ts";
import type { Filter } from "../../models/collection.ts";
import type { Store } from "../../models/store.ts";
import { presentAuditEntry } from "../../presenters/audit.ts";
import { parseSearch } from "../request/search-text.ts";

type Search = { filter?: string | undefined; action?: AuditAction | undefined };
type Page = {
  page_size?: number | undefined;
  page_number?: number | undefined;
  sort_order?: SortOrder | undefined;
};

const SUBJECT_PATTERN = /^(job|spec|user)\s*#?(\d{1,15})$/i;

/** Entries whose people or subjects have the text in their names; a text such as `job 7` matches that job alone. */
export function matchingEntries({ filter, action }: Search): Filter<typeof auditRecord> {
  const [, kind = "", id = ""] = SUBJECT_PATTERN.exec(filter?.trim() ?? "") ?? [];
  const search = parseSearch(filter);
  return {
    ...(action && { action }),
    ...(kind !== "" && { keys: `${kind.toLowerCase()} ${Number(id)}` }),
    ...(kind === "" &&
      search !== null && { $or: [{ "user.name": search.anywhere }, { "subjects.name": search.anywhere }] }),
  };
}

export const entriesOfJob = (jobId: number): Filter<typeof auditRecord> => ({
  keys: auditKey({ kind: "job", id: jobId }),
});

/** One page, the latest first unless asked otherwise. */
export async function listEntries(
  { audit }: Store,
  filter: Filter<typeof auditRecord>,
  { page_size = LIST_DEFAULTS.page_size, page_number = LIST_DEFAULTS.page_number, sort_order }: Page,
): Promise<{ items: AuditEntry[]; total_count: number; page_size: number }> {
  const window = {
    sort: { _id: sort_order === "ascending" ? 1 : -1 } as const,
    skip: (page_number - 1) * page_size,
    limit: page_size,
  };
  const [entries, total_count] = await Promise.all([audit.find(filter, window), audit.count(filter)]);
  return { items: entries.map(presentAuditEntry), total_count, page_size };
}
