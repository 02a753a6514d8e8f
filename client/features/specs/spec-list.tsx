import { Button, Group, Menu } from "@mantine/core";
import { IconBook, IconChevronDown, IconPlus, IconServer, IconUpload } from "@tabler/icons-react";
import { SPEC_SORT_COLUMNS, type Spec, specRoutes } from "@understudy/shared/api/spec.ts";
import type { CurrentUser } from "@understudy/shared/api/user.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useMemo, useState } from "react";
import { Link } from "react-router-dom";
import { call } from "#api/call.ts";
import { useDemoOffered } from "#data/connected-servers.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { DEFAULT_SPEC_LIST, type SpecListQuery, specListChanged, useSpecList } from "#data/specs.ts";
import { DeleteRows } from "#ui/delete-rows.tsx";
import { FilterBox } from "#ui/filter-box.tsx";
import { type LinkCard, LinkCards } from "#ui/link-cards.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { PagedTable } from "#ui/paged-table.tsx";
import { WithCsv } from "#ui/table-csv.tsx";
import { urlQuery } from "#ui/url-query.ts";
import { useUrlQuery } from "#ui/use-url-query.ts";
import { specColumns } from "./columns.tsx";
import { UploadFiles } from "./upload-files.tsx";

const specsQuery = urlQuery<SpecListQuery>(specRoutes.listSpecs.query, DEFAULT_SPEC_LIST);
const DELETION_TEXTS = {
  single: "Existing jobs keep the version that they use. This cannot be undone.",
  many: "Existing jobs keep the versions that they use. This cannot be undone.",
};

/** Lists the specs, below the page's heading with the actions for those that are selected. */
export function SpecList() {
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

const UPLOAD_CARD: LinkCard = {
  to: "/specs/new",
  icon: <IconUpload size={20} aria-hidden />,
  title: "Upload your simulation",
  text: "Its files, and a spec.json that names its variables, its outputs and the command that runs it.",
};
const DEMO_CARD: LinkCard = {
  to: "/resources",
  icon: <IconServer size={20} aria-hidden />,
  title: "Try a demo server",
  text: "It brings the spec of an op-amp and simulates it with ngspice.",
};
const GUIDE_CARD: LinkCard = {
  to: "/guides/specs",
  icon: <IconBook size={20} aria-hidden />,
  title: "Read about specs",
  text: "The guide shows what a spec holds, with an example.",
};

/** Shows the ways to a first spec in an empty list of specs. */
function FirstSpec() {
  const hasDemo = useDemoOffered();
  return (
    <LinkCards
      label="Ways to a first spec"
      cards={hasDemo ? [UPLOAD_CARD, DEMO_CARD, GUIDE_CARD] : [UPLOAD_CARD, GUIDE_CARD]}
    />
  );
}

type Props = { templates: CurrentUser["available_spec_templates"] };

/** The ways to create a spec; with no templates there is only one. */
function CreateSpecMenu({ templates }: Props) {
  if (templates.length === 0) {
    return (
      <Button component={Link} to="/specs/new" leftSection={<IconPlus size={16} />}>
        Create Spec
      </Button>
    );
  }
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button leftSection={<IconPlus size={16} />} rightSection={<IconChevronDown size={16} />}>
          Create Spec
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {templates.map(({ key, name }) => (
          <Menu.Item key={key} component={Link} to={`/spec_templates/${key}/specs/new`}>
            Create Spec from {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/specs/new">
          Create Custom Spec
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
