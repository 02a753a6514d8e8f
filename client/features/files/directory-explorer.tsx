import { Anchor, Breadcrumbs, Text } from "@mantine/core";
import { fileRoutes } from "@understudy/shared/api/file.ts";
import { DIRECTORY_PAGE_SIZE, HISTORY_POLL_MS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useCallback } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { FilterBox } from "#ui/filter-box.tsx";
import { ErrorBanner, LoadingLines } from "#ui/load-states.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Paging } from "#ui/paging.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { urlQuery } from "#ui/url-query.ts";
import { type Crumb, createCrumbs, directoryAddress } from "./directory-path.ts";
import { EntryTable } from "./entry-table.tsx";
import classes from "./files.module.css";
import { PreviewPanel } from "./preview-panel.tsx";

/** A directory, and beside it a file of it. */
export function DirectoryExplorer({ path }: { path: string }) {
  const { directory, stale, failure, reload, query, change, chosen, previewAddress } = useDirectory(path);
  const crumbs = createCrumbs(path, directory?.labels ?? []);
  const isFailureShown = failure !== null && failure.status !== 404 && directory === null;
  const hasPreview = chosen !== null || directory?.items.some(({ is_directory }) => !is_directory) === true;
  return (
    <>
      <PathBreadcrumbs crumbs={crumbs} />
      <PageHeader title={crumbs.at(-1)?.text ?? "Files"} />
      {failure?.status === 404 && <Text c="dimmed">{MESSAGES.directoryNotFound}</Text>}
      {isFailureShown && <ErrorBanner message={MESSAGES.loadingDirectory} onRetry={reload} />}
      {directory === null && failure === null && <LoadingLines rows={10} height={29} />}
      {directory !== null && failure?.status !== 404 && (
        <div className={classes.explorer} data-preview={hasPreview}>
          <div className={classes.listing}>
            <FilterBox
              value={query.filter}
              onChange={(filter) => change({ filter, page_number: 1 })}
              placeholder={crumbs.length === 1 && path !== "logs" ? "Filter by name or ID" : "Filter by name"}
            />
            <EntryTable
              path={path}
              entries={directory.items}
              stale={stale}
              chosen={chosen}
              previewAddress={previewAddress}
            />
            {directory.items.length === 0 && (
              <>
                <Text c="dimmed" pt="xl" pb="xs" ta="center">
                  {emptyText(directory.total_count, query.filter)}
                </Text>
                {directory.total_count === 0 && query.filter === "" && <FirstFiles path={path} />}
              </>
            )}
            {directory.is_cut && (
              <Text size="sm" c="dimmed" mt="xs">
                {MESSAGES.directoryCut}
              </Text>
            )}
            {(directory.total_count > directory.page_size || query.page_number > 1) && (
              <Paging
                item="item"
                pageNumber={query.page_number}
                pageSize={query.page_size}
                totalCount={directory.total_count}
                onPage={(page_number) => change({ page_number })}
                onPageSize={(page_size) => change({ page_size, page_number: 1 })}
              />
            )}
          </div>
          {hasPreview && <PreviewPanel directory={path} name={chosen} />}
        </div>
      )}
    </>
  );
}

function emptyText(totalCount: number, filter: string): string {
  if (totalCount > 0) return MESSAGES.nothingOnPage("item");
  return filter === "" ? MESSAGES.emptyDirectory : MESSAGES.noMatches("item");
}

/** Below the text of an empty root: what will be there, and what to do for it. Other directories say nothing more. */
function FirstFiles({ path }: { path: string }) {
  switch (path) {
    case "work_dirs":
      return (
        <Text size="sm" c="dimmed" ta="center">
          Every job keeps its data and its emulators here. <TextLink to="/jobs/new">Create a job</TextLink>
        </Text>
      );
    case "specs":
      return (
        <Text size="sm" c="dimmed" ta="center">
          Every version of a spec keeps its files here. <TextLink to="/specs/new">Create a spec</TextLink>
        </Text>
      );
    default:
      return null;
  }
}

type Query = { page_number: number; page_size: number; filter: string };
const inUrl = urlQuery<Query>(fileRoutes.listDirectory.query, {
  page_number: 1,
  page_size: DIRECTORY_PAGE_SIZE,
  filter: "",
});

/** A directory as the address asks for it: read again every so often, as jobs write files while they run. */
function useDirectory(path: string) {
  const [search, setSearch] = useSearchParams();
  const query = inUrl.read(search);
  const { page_number, page_size, filter } = query;
  const chosen = search.get("preview");
  const load = useCallback(
    async (signal: AbortSignal) => {
      const requestedPage = { page_number, page_size, filter };
      return {
        requestedPage,
        directory: await call("listDirectory", { params: { path }, query: requestedPage, signal }),
      };
    },
    [path, page_number, page_size, filter],
  );
  const { value, failure, reload } = useQuery(load, { everyMs: HISTORY_POLL_MS });
  const addressed = (next: Query, preview: string | null) => ({
    ...inUrl.write(next),
    ...(preview === null ? {} : { preview }),
  });
  const isNewest = value?.requestedPage.page_number === page_number && value.requestedPage.filter === filter;
  return {
    directory: value?.directory ?? null,
    stale: value !== null && !isNewest,
    failure,
    reload,
    query,
    /** A page has an entry of its own in the browser's history, a filter not. The next change begins from this one. */
    change: (changes: Partial<Query>) =>
      setSearch(addressed({ ...query, ...changes }, chosen), {
        replace: changes.filter !== undefined,
        flushSync: true,
      }),
    chosen,
    previewAddress: (name: string) => `?${new URLSearchParams(addressed(query, name))}`,
  };
}

/** Links from Home to the directory that is shown. */
function PathBreadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const above = crumbs.slice(0, -1);
  const here = crumbs.at(-1);
  return (
    <nav aria-label="Breadcrumbs">
      <Breadcrumbs className={classes.crumbs} separatorMargin={6}>
        <Anchor component={Link} to="/files" size="sm">
          Home
        </Anchor>
        {above.map(({ path, text }) => (
          <Anchor component={Link} key={path} to={directoryAddress(path)} size="sm">
            {text}
          </Anchor>
        ))}
        <Text size="sm" aria-current="page">
          {here?.text}
        </Text>
      </Breadcrumbs>
    </nav>
  );
}
