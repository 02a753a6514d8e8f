import { Checkbox, Table, Text } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { SortOrder } from "@understudy/shared/api/list.ts";
import type { MouseEvent, ReactNode } from "react";
import classes from "./data-table.module.css";

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  align?: "right";
  /** Pixels; the one column without takes what is left. */
  width?: number;
  /** Hidden unless it is chosen. */
  isOptional?: boolean;
  /** The narrowest window that shows it. */
  from?: "sm" | "md" | "lg" | "xl";
};

export type Selection<Row> = {
  selected: ReadonlySet<number>;
  onChange: (selected: ReadonlySet<number>) => void;
  canSelect: (row: Row) => boolean;
  /** Names the row that its box selects, such as `job 12`. */
  label: (row: Row) => string;
};

export type DataTableProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  id: (row: Row) => number;
  sort: { by: string; order: SortOrder };
  onSort: (by: string, order: SortOrder) => void;
  selection?: Selection<Row> | undefined;
  /** The rows shown are being replaced. */
  stale?: boolean;
  /** Called for a click anywhere in a row, except on a control. */
  onOpen?: ((row: Row) => void) | undefined;
  /** A class for rows that differ from the others. */
  rowClass?: ((row: Row) => string | undefined) | undefined;
};

/** A table with fixed column widths, so that live data does not shift the layout. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  id,
  sort,
  onSort,
  selection,
  stale,
  onOpen,
  rowClass,
}: DataTableProps<Row>) {
  return (
    <Table
      layout="fixed"
      highlightOnHover
      highlightOnHoverColor="color-mix(in srgb, var(--mantine-color-text) 5%, transparent)"
      aria-label={label}
      className={classes.table}
      data-stale={stale}
    >
      <Table.Thead>
        <Table.Tr>
          {selection && <SelectAll rows={rows} id={id} {...selection} />}
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr
            key={id(row)}
            data-id={id(row)}
            data-opens={onOpen !== undefined || undefined}
            className={rowClass?.(row)}
            onClick={(event) => !hasOwnPurpose(event) && onOpen?.(row)}
          >
            {selection && <SelectOne row={row} id={id(row)} {...selection} />}
            {columns.map((column) => (
              <Table.Td
                key={column.key}
                {...limitVisibility(column)}
                className={classes.cell}
                data-align={column.align}
              >
                {column.cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/**
 * A click has a purpose of its own on a control, and where it ended a selection of text. The keyboard opens a row by
 * the control in it.
 */
function hasOwnPurpose({ target }: MouseEvent): boolean {
  const isControl = target instanceof Element && target.closest("a, button, input, label") !== null;
  return isControl || getSelection()?.type === "Range";
}

const limitVisibility = ({ from }: { from?: "sm" | "md" | "lg" | "xl" }) =>
  from === undefined ? {} : { visibleFrom: from };

function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: { column: Column<Row> } & Pick<DataTableProps<Row>, "sort" | "onSort">) {
  const { key, header, sortable, width, align } = column;
  const order = sort.by === key ? sort.order : null;
  const Arrow = order === "descending" ? IconArrowDown : IconArrowUp;
  return (
    <Table.Th
      {...limitVisibility(column)}
      {...(width !== undefined && { w: width })}
      {...(order !== null && { "aria-sort": order })}
      className={classes.header}
      data-align={align}
    >
      {sortable ? (
        <button
          type="button"
          className={classes.sort}
          onClick={() => onSort(key, order === "ascending" ? "descending" : "ascending")}
        >
          {header}
          <Arrow size={13} className={classes.arrow} data-active={order !== null} aria-hidden />
        </button>
      ) : (
        header
      )}
    </Table.Th>
  );
}

function SelectAll<Row>({
  rows,
  id,
  selected,
  onChange,
  canSelect,
}: Selection<Row> & Pick<DataTableProps<Row>, "rows" | "id">) {
  const selectable = rows.filter(canSelect).map(id);
  const all = selectable.length > 0 && selectable.every((rowId) => selected.has(rowId));
  return (
    <Table.Th w={36} className={classes.select}>
      <Checkbox
        size="xs"
        aria-label="Select all on this page"
        checked={all}
        indeterminate={!all && selectable.some((rowId) => selected.has(rowId))}
        disabled={selectable.length === 0}
        onChange={() => onChange(new Set(all ? [] : selectable))}
      />
    </Table.Th>
  );
}

function SelectOne<Row>({
  row,
  id,
  selected,
  onChange,
  canSelect,
  label,
}: Selection<Row> & { row: Row; id: number }) {
  return (
    <Table.Td className={classes.select}>
      <Checkbox
        size="xs"
        aria-label={`Select ${label(row)}`}
        checked={selected.has(id)}
        disabled={!canSelect(row)}
        onChange={() => {
          const next = new Set(selected);
          if (!next.delete(id)) next.add(id);
          onChange(next);
        }}
      />
    </Table.Td>
  );
}

/** Stands in place of the rows, when there are none. */
export function EmptyTable({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <Text c="dimmed">{text}</Text>
      {children}
    </div>
  );
}
