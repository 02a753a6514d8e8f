import { DEFAULT_PAGE_SIZE, HISTORY_POLL_MS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useCallback, useState } from "react";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { ErrorBanner } from "#ui/error-banner.tsx";
import { formatDate } from "#ui/format.ts";
import { Paging } from "#ui/paging.tsx";
import { StatusBadge } from "#ui/status-badge.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { TableSection } from "./section.tsx";

const FIRST_PAGE = { page_number: 1, page_size: DEFAULT_PAGE_SIZE };

/** The jobs that were made from any version of the spec, the newest first. */
export function SpecJobs({ specId }: { specId: number }) {
  const [query, setQuery] = useState(FIRST_PAGE);
  const load = useCallback(
    (signal: AbortSignal) => call("listJobs", { query: { ...query, spec_id: specId }, signal }),
    [specId, query],
  );
  const { value: page, failure, reload } = useQuery(load, { everyMs: HISTORY_POLL_MS });
  if (page === null)
    return failure && <ErrorBanner message={MESSAGES.loadingItems("job")} onRetry={reload} />;
  const { items, total_count } = page;
  return (
    <TableSection
      title="Jobs"
      columns={["Name", "ID", "Objective", "Creator", "Created", "Status"]}
      rows={items.map(({ id, name, objective, creator, creation_time, status }) => ({
        key: id,
        name: <TextLink to={`/jobs/${id}`}>{name}</TextLink>,
        values: [
          id,
          objective,
          creator.name,
          formatDate(creation_time),
          <StatusBadge key="status" status={status} />,
        ],
      }))}
      empty="No job has been made from this spec yet."
      below={
        <Paging
          item="job"
          pageNumber={query.page_number}
          pageSize={query.page_size}
          totalCount={total_count}
          onPage={(page_number) => setQuery({ ...query, page_number })}
          onPageSize={(page_size) => setQuery({ page_number: 1, page_size })}
        />
      }
    />
  );
}
