import { Group } from "@mantine/core";
import { JOB_SORT_COLUMNS } from "@understudy/shared/api/job.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { NO_ANSWER } from "../../api/failure.ts";
import { DataTable, EmptyTable, type Selection } from "../../components/data-table.tsx";
import { ErrorBanner } from "../../components/error-banner.tsx";
import { LoadingLines } from "../../components/loading.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Paging } from "../../components/paging.tsx";
import { useJobList } from "../../hooks/use-job-list.ts";
import type { JobListQuery } from "../../live/job-lists.ts";
import { useCurrentUser } from "../../store/current-user.ts";
import { getJobRow } from "../../store/jobs.ts";
import { jobColumns, RESTRICTED_COLUMNS } from "./columns.tsx";
import { CreateJobMenu } from "./create-menu.tsx";
import { DeleteJobs } from "./delete-jobs.tsx";
import { FilterBox } from "./filter-box.tsx";
import { readListQuery, writeListQuery } from "./list-query.ts";

const canDelete = (id: number): boolean => getJobRow(id)?.can_be_deleted ?? false;

export function JobsPage() {
  const { restricted, hide_specs: hideSpecs } = useCurrentUser();
  const [search, setSearch] = useSearchParams();
  const query = readListQuery(search);
  const { page, stale, failure, reload } = useJobList(query);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const columns = useMemo(
    () => (restricted ? RESTRICTED_COLUMNS : jobColumns(hideSpecs)),
    [restricted, hideSpecs],
  );
  const item = restricted ? "emulator" : "job";

  const change = (changes: Partial<JobListQuery>) =>
    setSearch(writeListQuery({ ...query, page_number: 1, ...changes }), {
      replace: changes.page_number === undefined,
    });
  // Where there is no answer at all, the notice of the lost connection says so without moving the rows.
  const isShown = failure !== null && (page === null || failure.status !== NO_ANSWER);
  const toDelete = (page?.ids ?? []).filter((id) => selected.has(id) && canDelete(id));
  const selection: Selection<number> = {
    selected,
    onChange: setSelected,
    canSelect: canDelete,
    label: (id) => `job ${id}`,
  };

  return (
    <>
      <PageHeader title={restricted ? "Emulator" : "Jobs"}>
        {!restricted && <CreateJobMenu hideSpecs={hideSpecs} />}
      </PageHeader>
      <Group justify="space-between" gap="xs" mb="xs" wrap="nowrap">
        <FilterBox
          value={query.filter}
          onChange={(filter) => change({ filter })}
          placeholder="Filter by name, ID or tag"
        />
        {!restricted && <DeleteJobs ids={toDelete} />}
      </Group>
      {isShown && (
        <ErrorBanner
          message={page === null ? MESSAGES.loadingItems(item) : MESSAGES.refreshingItems(item)}
          onRetry={() => void reload()}
        />
      )}
      {page === null && failure === null && <LoadingLines rows={10} height={29} />}
      {page !== null && (
        <>
          <DataTable
            label={restricted ? "Emulators" : "Jobs"}
            columns={columns}
            rows={page.ids}
            id={(id) => id}
            sort={{ by: query.sort_by, order: query.sort_order }}
            onSort={(by, sort_order) => {
              const sort_by = JOB_SORT_COLUMNS.find((column) => column === by);
              if (sort_by !== undefined) change({ sort_by, sort_order });
            }}
            selection={restricted ? undefined : selection}
            stale={stale}
          />
          {page.ids.length === 0 && <EmptyTable text={emptyText(item, query.filter, page.totalCount)} />}
          <Paging
            item={item}
            pageNumber={query.page_number}
            pageSize={query.page_size}
            totalCount={page.totalCount}
            onPage={(page_number) => change({ page_number })}
            onPageSize={(page_size) => change({ page_size })}
          />
        </>
      )}
    </>
  );
}

function emptyText(item: string, filter: string, totalCount: number): string {
  if (totalCount > 0) return MESSAGES.nothingOnPage(item);
  return filter === "" ? MESSAGES.noItems(item) : MESSAGES.noMatches(item);
}
