import { Group } from "@mantine/core";
import { SPEC_SORT_COLUMNS, type Spec, specRoutes } from "@understudy/shared/api/spec.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useMemo, useState } from "react";
import { call } from "#api/call.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { DEFAULT_SPEC_LIST, type SpecListQuery, specListChanged, useSpecList } from "#data/specs.ts";
import { DeleteRows } from "#ui/delete-rows.tsx";
import { FilterBox } from "#ui/filter-box.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { PagedTable } from "#ui/paged-table.tsx";
import { WithCsv } from "#ui/table-csv.tsx";
import { urlQuery } from "#ui/url-query.ts";
import { useUrlQuery } from "#ui/use-url-query.ts";
import { specColumns } from "./columns.tsx";
import { CreateSpecMenu } from "./create-menu.tsx";
import { FirstSpec } from "./first-spec.tsx";
import { UploadFiles } from "./upload-files.tsx";

const specsQuery = urlQuery<SpecListQuery>(specRoutes.listSpecs.query, DEFAULT_SPEC_LIST);
const DELETION_TEXTS = {
  single: "Existing jobs keep the version that they use. This cannot be undone.",
  many: "Existing jobs keep the versions that they use. This cannot be undone.",
};

export function SpecsPage() {
  const { available_spec_templates: templates } = useCurrentUser();
  const [query, change] = useUrlQuery(specsQuery);
  const { page, stale, failure, reload } = useSpecList(query);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [uploading, setUploading] = useState<Spec | null>(null);
  const columns = useMemo(() => specColumns(setUploading), []);

  const toDelete = (page?.items ?? []).filter((spec) => selected.has(spec.id) && spec.can_be_deleted);

  return (
    <>
      <PageHeader title="Specs">
        <DeleteRows
          item="spec"
          ids={toDelete.map(({ id }) => id)}
          consequences={DELETION_TEXTS}
          onDelete={(ids) => call("deleteSpecs", { body: { ids } })}
          onDeleted={specListChanged}
        />
        <CreateSpecMenu templates={templates} />
      </PageHeader>
      <Group gap="xs" mb="xs" wrap="nowrap">
        <FilterBox
          value={query.filter}
          onChange={(filter) => change({ filter })}
          placeholder="Filter by name or ID"
        />
      </Group>
      <PagedTable
        item="spec"
        label="Specs"
        columns={columns}
        page={page && { rows: page.items, totalCount: page.totalCount }}
        stale={stale}
        failure={failure}
        onRetry={() => void reload()}
        id={({ id }) => id}
        query={query}
        sortColumns={SPEC_SORT_COLUMNS}
        onQuery={change}
        frame={(table) => <WithCsv label="Specs">{table}</WithCsv>}
        emptyContent={query.filter === "" && <FirstSpec />}
        emptyText={query.filter === "" ? MESSAGES.noItems("spec") : MESSAGES.noMatches("spec")}
        selection={{
          selected,
          onChange: setSelected,
          canSelect: ({ can_be_deleted }) => can_be_deleted,
          label: ({ id }) => `spec ${id}`,
        }}
      />
      {uploading !== null && <UploadFiles spec={uploading} onClose={() => setUploading(null)} />}
    </>
  );
}
