import { type AuditAction, auditRoutes } from "@understudy/shared/api/audit.ts";
import type { SortOrder } from "@understudy/shared/api/list.ts";
import { DEFAULT_PAGE_SIZE } from "@understudy/shared/limits.ts";
import { urlQuery } from "#ui/url-query.ts";

/** `action` is empty where all are listed. */
export type AuditQuery = {
  page_number: number;
  page_size: number;
  sort_by: "time";
  sort_order: SortOrder;
  filter: string;
  action: AuditAction | "";
};

const DEFAULT_AUDIT: AuditQuery = {
  page_number: 1,
  page_size: DEFAULT_PAGE_SIZE,
  sort_by: "time",
  sort_order: "descending",
  filter: "",
  action: "",
};

export const auditQuery = urlQuery<AuditQuery>(auditRoutes.listAudit.query, DEFAULT_AUDIT);

/** The filter of the entries, as the server takes it. */
export const extractAuditFilter = ({ filter, action }: Pick<AuditQuery, "filter" | "action">) => ({
  ...(filter !== "" && { filter }),
  ...(action !== "" && { action }),
});
