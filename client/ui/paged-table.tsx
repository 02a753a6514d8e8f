import type { SortOrder } from "@understudy/shared/api/list.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { ReactNode } from "react";
import { type ApiFailure, NO_ANSWER } from "#api/call.ts";
import { DataTable, type DataTableProps, EmptyTable } from "./data-table.tsx";
import { ErrorBanner, LoadingLines } from "./load-states.tsx";
import { Paging } from "./paging.tsx";

type PageQuery<SortBy> = { page_number: number; page_size: number; sort_by: SortBy; sort_order: SortOrder };

type Props<Row, SortBy extends string> = Omit<DataTableProps<Row>, "rows" | "sort" | "onSort"> & {
  /** The noun for a row, in the singular: "job". */
  item: string;
  /** The page is null until one is read for the first time. */
  page: { rows: readonly Row[]; totalCount: number } | null;
  failure: ApiFailure | null;
  onRetry: () => void;
  query: PageQuery<SortBy>;
  sortColumns: readonly SortBy[];
  /** Whatever changes but the page itself leads to the first page. */
  onQuery: (changes: Partial<PageQuery<SortBy>>) => void;
  /** The text of an empty list. */
  emptyText?: string;
  /** Below that text, where there are no items at all: what to begin with. */
  emptyContent?: ReactNode;
  /** The text when loading fails; by default that the items could not be loaded or refreshed. */
  failureText?: string;
  /** Around the table. */
  frame?: (table: ReactNode) => ReactNode;
};

/** A page of a list that the server sorts: rows, or a text when there are none, and paging. */
export function PagedTable<Row, SortBy extends string>(props: Props<Row, SortBy>) {
  const { item, page, failure, failureText, onRetry, query, sortColumns, onQuery, ...rest } = props;
  const { emptyText = MESSAGES.noItems(item), emptyContent, frame = (table) => table, ...table } = rest;
  // When the server does not respond, the notice of the lost connection is shown instead, which does not shift the rows.
  const isFailureShown = failure !== null && (page === null || failure.status !== NO_ANSWER);
  const usualText = page === null ? MESSAGES.loadingItems(item) : MESSAGES.refreshingItems(item);
  const sort = (by: string, sort_order: SortOrder) => {
    const sort_by = sortColumns.find((column) => column === by);
    if (sort_by !== undefined) onQuery({ sort_by, sort_order });
  };
  return (
    <>
      {isFailureShown && <ErrorBanner message={failureText ?? usualText} onRetry={onRetry} />}
      {page === null && failure === null && <LoadingLines rows={10} height={29} />}
      {page !== null && (
        <>
          {frame(
            <DataTable
              {...table}
              rows={page.rows}
              sort={{ by: query.sort_by, order: query.sort_order }}
              onSort={sort}
            />,
          )}
          {page.rows.length === 0 && (
            <EmptyTable text={page.totalCount > 0 ? MESSAGES.nothingOnPage(item) : emptyText}>
              {page.totalCount === 0 && emptyContent}
            </EmptyTable>
          )}
          <Paging
            item={item}
            pageNumber={query.page_number}
            pageSize={query.page_size}
            totalCount={page.totalCount}
            onPage={(page_number) => onQuery({ page_number })}
            onPageSize={(page_size) => onQuery({ page_size })}
          />
        </>
      )}
    </>
  );
}
