import { Text } from "@mantine/core";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useParams } from "react-router-dom";
import { ErrorBanner } from "#ui/error-banner.tsx";
import { FilterBox } from "#ui/filter-box.tsx";
import { LoadingLines } from "#ui/loading.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Paging } from "#ui/paging.tsx";
import { createCrumbs } from "./directory-path.ts";
import { EntryTable } from "./entry-table.tsx";
import classes from "./files.module.css";
import { FirstFiles } from "./first-files.tsx";
import { PathBreadcrumbs } from "./path-breadcrumbs.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import { useDirectory } from "./use-directory.ts";

/** A directory, and beside it a file of it. */
export function DirectoryPage() {
  const { "*": splat = "" } = useParams();
  const path = splat.replace(/\/+$/, "");
  return <Explorer key={path} path={path} />;
}

function Explorer({ path }: { path: string }) {
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
        <div className={classes.explorer} data-beside={hasPreview}>
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
