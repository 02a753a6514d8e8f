import { Button, Group, Select } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import {
  AUDIT_ACTIONS,
  AUDIT_SORT_COLUMNS,
  type AuditAction,
  type AuditEntry,
  auditAction,
  auditRoutes,
} from "@understudy/shared/api/audit.ts";
import type { SortOrder } from "@understudy/shared/api/list.ts";
import { DEFAULT_PAGE_SIZE, HISTORY_POLL_MS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { AUDIT_ACTION_TEXTS } from "@understudy/shared/texts/audit-texts.ts";
import { useCallback } from "react";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import type { Column } from "#ui/data-table.tsx";
import { FilterBox } from "#ui/filter-box.tsx";
import { Moment } from "#ui/moment.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { PagedTable } from "#ui/paged-table.tsx";
import { urlQuery } from "#ui/url-query.ts";
import { useUrlQuery } from "#ui/use-url-query.ts";
import classes from "./audit.module.css";
import { actionText, Subjects, Who } from "./entry-parts.tsx";

const ACTION_OPTIONS = AUDIT_ACTIONS.map((action) => ({ value: action, label: AUDIT_ACTION_TEXTS[action] }));

/** Lists the actions on the platform, the newest first, filtered as the address says. */
export function AuditJournal() {
  const [query, change] = useUrlQuery(auditQuery);
  const { value, failure, reload } = useEntries(query);
  return (
    <>
      <PageHeader title="Audit Journal">
        <Button
          component="a"
          href={`/static/audit.csv?${new URLSearchParams(extractAuditFilter(query))}`}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download CSV
        </Button>
      </PageHeader>
      <Group mb="xs">
        <FilterBox
          value={query.filter}
          onChange={(filter) => change({ filter })}
          placeholder="Filter by name, or job 7"
        />
        <Select
          size="sm"
          w={220}
          aria-label="Action"
          placeholder="All actions"
          searchable
          clearable
          data={ACTION_OPTIONS}
          value={query.action === "" ? null : query.action}
          onChange={(action) => change({ action: auditAction.safeParse(action).data ?? "" })}
        />
      </Group>
      <PagedTable<AuditEntry, "time">
        item="record"
        label="Audit journal"
        columns={AUDIT_COLUMNS}
        page={value && { rows: value.items, totalCount: value.total_count }}
        failure={failure}
        onRetry={reload}
        id={({ id }) => id}
        query={query}
        sortColumns={AUDIT_SORT_COLUMNS}
        onQuery={change}
        emptyText={MESSAGES.noMatches("record")}
      />
    </>
  );
}

/** A page of the journal; it grows all the time, so it is read again every so often. */
function useEntries({ page_number, page_size, sort_order, filter, action }: AuditQuery) {
  const load = useCallback(
    (signal: AbortSignal) =>
      call("listAudit", {
        query: { page_number, page_size, sort_order, ...extractAuditFilter({ filter, action }) },
        signal,
      }),
    [page_number, page_size, sort_order, filter, action],
  );
  return useQuery(load, { everyMs: HISTORY_POLL_MS });
}

/** `action` is empty where all are listed. */
type AuditQuery = {
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

const auditQuery = urlQuery<AuditQuery>(auditRoutes.listAudit.query, DEFAULT_AUDIT);

/** The filter of the entries, as the server takes it. */
const extractAuditFilter = ({ filter, action }: Pick<AuditQuery, "filter" | "action">) => ({
  ...(filter !== "" && { filter }),
  ...(action !== "" && { action }),
});

const AUDIT_COLUMNS: readonly Column<AuditEntry>[] = [
  {
    key: "time",
    header: "Time",
    sortable: true,
    width: 150,
    from: "sm",
    cell: ({ time }) => <Moment time={time} none="" />,
  },
  { key: "user", header: "User", width: 160, from: "md", cell: (entry) => <Who entry={entry} /> },
  {
    key: "action",
    header: "Action",
    width: 175,
    from: "sm",
    cell: actionText,
  },
  {
    key: "subjects",
    header: "Subject",
    cell: (entry) => (
      <>
        {/* Where the window is too narrow for the other columns. */}
        <div className={classes.above}>
          <span className={classes.action}>{actionText(entry)}</span>
          <span>
            <Who entry={entry} />, <Moment time={entry.time} none="" />
          </span>
        </div>
        <div className={classes.by}>
          <Who entry={entry} />
        </div>
        <div className={classes.subjects}>
          <Subjects entry={entry} />
        </div>
        {entry.detail !== "" && <div className={classes.below}>{entry.detail}</div>}
      </>
    ),
  },
  {
    key: "detail",
    header: "Details",
    width: 280,
    from: "lg",
    cell: ({ detail }) => <span title={detail}>{detail}</span>,
  },
];
