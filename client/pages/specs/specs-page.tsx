import { SPEC_SORT_COLUMNS, type Spec, specRoutes } from "@understudy/shared/api/spec.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { call } from "../../api/call.ts";
import { NO_ANSWER } from "../../api/failure.ts";
import { DataTable, EmptyTable } from "../../components/data-table.tsx";
import { DeleteRows } from "../../components/delete-rows.tsx";
import { ErrorBanner } from "../../components/error-banner.tsx";
import { LoadingLines } from "../../components/loading.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Paging } from "../../components/paging.tsx";
import { urlQuery } from "../../components/url-query.ts";
import { useSpecList } from "../../hooks/use-spec-list.ts";
import { DEFAULT_SPEC_LIST, type SpecListQuery, specListChanged } from "../../live/spec-lists.ts";
import { useCurrentUser } from "../../store/current-user.ts";
import { specColumns } from "./columns.tsx";
import { CreateSpecMenu } from "./create-menu.tsx";
import { UploadFiles } from "./upload-files.tsx";

const inUrl = urlQuery<SpecListQuery>(specRoutes.listSpecs.query, DEFAULT_SPEC_LIST);
const CONSEQUENCES = {
  one: "Jobs that were made from it keep the version that they use. This cannot be undone.",
  many: "Jobs that were made from them keep the versions that they use. This cannot be undone.",
};

export function SpecsPage() {
  const { available_spec_templates: templates } = useCurrentUser();
  const [search, setSearch] = useSearchParams();
  const query = inUrl.read(search);
  const { page, stale, failure, reload } = useSpecList(query);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [uploading, setUploading] = useState<Spec | null>(null);
  const columns = useMemo(() => specColumns(setUploading), []);

  const change = (changes: Partial<SpecListQuery>) =>
    setSearch(inUrl.write({ ...query, page_number: 1, ...changes }), {
      replace: changes.page_number === undefined,
    });
  const isShown = failure !== null && (page === null || failure.status !== NO_ANSWER);
  const toDelete = (page?.items ?? []).filter((spec) => selected.has(spec.id) && spec.can_be_deleted);

  return (
    <>
      <PageHeader title="Specs">
        <DeleteRows
          item="spec"
          ids={toDelete.map(({ id }) => id)}
          consequences={CONSEQUENCES}
          onDelete={(ids) => call("deleteSpecs", { body: { ids } })}
          onDeleted={specListChanged}
        />
        <CreateSpecMenu templates={templates} />
      </PageHeader>
      {isShown && (
        <ErrorBanner
          message={page === null ? MESSAGES.loadingItems("spec") : MESSAGES.refreshingItems("spec")}
          onRetry={() => void reload()}
        />
      )}
      {page === null && failure === null && <LoadingLines rows={10} height={29} />}
      {page !== null && (
        <>
          <DataTable
            label="Specs"
            columns={columns}
            rows={page.items}
            id={({ id }) => id}
            sort={{ by: query.sort_by, order: query.sort_order }}
            onSort={(by, sort_order) => {
              const sort_by = SPEC_SORT_COLUMNS.find((column) => column === by);
              if (sort_by !== undefined) change({ sort_by, sort_order });
            }}
            selection={{
              selected,
              onChange: setSelected,
              canSelect: ({ can_be_deleted }) => can_be_deleted,
              label: ({ id }) => `spec ${id}`,
            }}
            stale={stale}
          />
          {page.items.length === 0 && (
            <EmptyTable
              text={page.totalCount > 0 ? MESSAGES.nothingOnPage("spec") : MESSAGES.noItems("spec")}
            />
          )}
          <Paging
            item="spec"
            pageNumber={query.page_number}
            pageSize={query.page_size}
            totalCount={page.totalCount}
            onPage={(page_number) => change({ page_number })}
            onPageSize={(page_size) => change({ page_size })}
          />
        </>
      )}
      {uploading !== null && <UploadFiles spec={uploading} onClose={() => setUploading(null)} />}
    </>
  );
}
