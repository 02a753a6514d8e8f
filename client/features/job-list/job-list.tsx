import { Group, Switch } from "@mantine/core";
import { IconFileSpreadsheet, IconFlask, IconServer } from "@tabler/icons-react";
import { JOB_SORT_COLUMNS } from "@understudy/shared/api/job-list.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { lazy, Suspense, useMemo, useState } from "react";
import { CodeButton } from "#copy-as-code/code-button.tsx";
import { useDemoOffered } from "#data/connected-servers.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { useDraftList } from "#data/job-drafts.ts";
import { useJobList } from "#data/job-lists.ts";
import { ColumnChooser } from "#ui/column-chooser.tsx";
import type { Selection } from "#ui/data-table.tsx";
import { FilterBox } from "#ui/filter-box.tsx";
import { type LinkCard, LinkCards } from "#ui/link-cards.tsx";
import { PagedTable } from "#ui/paged-table.tsx";
import { WithCsv } from "#ui/table-csv.tsx";
import { useColumnChoice } from "#ui/use-column-choice.ts";
import { useUrlQuery } from "#ui/use-url-query.ts";
import { jobColumns, RESTRICTED_COLUMNS } from "./columns.tsx";
import { FilterMenu } from "./filters/filter-menu.tsx";
import { SavedFilters } from "./filters/saved-filters.tsx";
import { isUnfiltered, setFilters } from "./filters/set-filters.ts";
import { useCreators } from "./filters/use-creators.ts";
import { listQuery } from "./list-query.ts";

/** Read once there are filters. */
const FilterPills = lazy(async () => ({
  default: (await import("./filters/filter-pills.tsx")).FilterPills,
}));
/** Read once jobs are selected: the list itself is there sooner. */
const SelectionActions = lazy(async () => ({
  default: (await import("./selection/selection-actions.tsx")).SelectionActions,
}));

/** Read once there are forms. */
const OpenForms = lazy(async () => ({ default: (await import("./open-forms.tsx")).OpenForms }));

/** Lists the jobs, with their filters, columns and actions; to restricted users, the emulators that they may open. */
export function JobList() {
  const { restricted, hide_specs: hideSpecs } = useCurrentUser();
  const drafts = useDraftList(!restricted);
  const [query, change] = useUrlQuery(listQuery);
  const { page, stale, failure, reload } = useJobList(query);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const all = useMemo(
    () => (restricted ? RESTRICTED_COLUMNS : jobColumns(hideSpecs)),
    [restricted, hideSpecs],
  );
  const { columns, ...chooser } = useColumnChoice("jobs", all);
  const item = restricted ? "emulator" : "job";

  const [isChoosing, setChoosing] = useState(false);
  const creators = useCreators(!restricted && (isChoosing || query.creator.length > 0));
  const filters = restricted ? [] : setFilters(query, creators);
  const chosen = (page?.ids ?? []).filter((id) => selected.has(id));
  const selection: Selection<number> = {
    selected,
    onChange: setSelected,
    canSelect: () => true,
    label: (id) => `job ${id}`,
  };

  return (
    <>
      <Suspense>{drafts.items.length > 0 && <OpenForms list={drafts} />}</Suspense>
      <Group justify="space-between" gap="xs" mb="xs">
        <FilterBox
          value={query.filter}
          onChange={(filter) => change({ filter })}
          placeholder="Filter by name, ID or tag"
        />
        {!restricted && (
          <>
            <Group gap="xs" flex="1 0 auto">
              <FilterMenu
                query={query}
                creators={creators}
                count={filters.length}
                onChange={change}
                onOpen={() => setChoosing(true)}
              />
              <SavedFilters query={query} onApply={change} />
            </Group>
            {chosen.length > 0 ? (
              <Suspense>
                <SelectionActions ids={chosen} />
              </Suspense>
            ) : (
              <Group gap="sm" wrap="nowrap">
                <Switch
                  size="xs"
                  label="Single runs"
                  checked={query.one_off}
                  onChange={(event) => change({ one_off: event.currentTarget.checked })}
                />
                <ColumnChooser {...chooser} />
                <CodeButton
                  title="List these jobs"
                  createCode={async (origin) => (await import("./list-code.ts")).listCode(origin, query)}
                  isIcon
                />
              </Group>
            )}
          </>
        )}
      </Group>
      <Suspense>{filters.length > 0 && <FilterPills filters={filters} onChange={change} />}</Suspense>
      <PagedTable
        item={item}
        label={restricted ? "Emulators" : "Jobs"}
        columns={columns}
        page={page && { rows: page.ids, totalCount: page.totalCount }}
        stale={stale}
        failure={failure}
        onRetry={() => void reload()}
        id={(id) => id}
        query={query}
        sortColumns={JOB_SORT_COLUMNS}
        onQuery={change}
        selection={restricted ? undefined : selection}
        frame={(table) => <WithCsv label={restricted ? "Emulators" : "Jobs"}>{table}</WithCsv>}
        emptyContent={!restricted && isUnfiltered(query) && <FirstJob hideSpecs={hideSpecs} />}
        emptyText={isUnfiltered(query) ? MESSAGES.noItems(item) : MESSAGES.noMatches(item)}
      />
    </>
  );
}

const DATA_CARDS: readonly LinkCard[] = [
  {
    to: "/jobs/new?samples=1",
    icon: <IconFlask size={20} aria-hidden />,
    title: "Try sample data",
    text: "Choose one of the bundled data sets and train an emulator of it in about a minute.",
  },
  {
    to: "/jobs/new",
    icon: <IconFileSpreadsheet size={20} aria-hidden />,
    title: "Use your own files",
    text: "Upload two CSV files: the parameters of your runs, and their outputs.",
  },
];
const DEMO_CARD: LinkCard = {
  to: "/resources",
  icon: <IconServer size={20} aria-hidden />,
  title: "Try a demo server",
  text: "Let it simulate an op-amp with ngspice, and watch an emulator learn from the results.",
};

/** Shows the ways to a first job in an empty list of jobs. */
function FirstJob({ hideSpecs }: { hideSpecs: boolean }) {
  const hasDemo = useDemoOffered() && !hideSpecs;
  return (
    <LinkCards label="Ways to create a first job" cards={hasDemo ? [...DATA_CARDS, DEMO_CARD] : DATA_CARDS} />
  );
}
