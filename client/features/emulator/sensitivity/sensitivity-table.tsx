import { Text } from "@mantine/core";
import type { SortOrder } from "@understudy/shared/api/list.ts";
import { useState } from "react";
import { type Contribution, formatInterval, formatShare } from "#predictions/contributions.ts";
import { type Column, DataTable } from "#ui/data-table.tsx";
import classes from "./sensitivity.module.css";

const TABLE_COLUMNS: readonly Column<Contribution>[] = [
  {
    key: "input",
    header: "Input",
    sortable: true,
    cell: ({ input, name }) => <span title={name}>{input}</span>,
  },
  {
    key: "range",
    header: "Over",
    width: 260,
    from: "md",
    cell: ({ range }) => (
      <Text component="span" size="sm" c="dimmed" title={range}>
        {range}
      </Text>
    ),
  },
  {
    key: "first_order",
    header: "First order",
    sortable: true,
    align: "right",
    width: 104,
    cell: ({ firstOrder }) => <span className={classes.number}>{formatShare(firstOrder.value)}</span>,
  },
  {
    key: "first_order_interval",
    header: "95% interval",
    align: "right",
    width: 150,
    from: "sm",
    cell: ({ firstOrder }) => <span className={classes.number}>{formatInterval(firstOrder)}</span>,
  },
  {
    key: "total",
    header: "Total",
    sortable: true,
    align: "right",
    width: 90,
    cell: ({ total }) => <span className={classes.number}>{formatShare(total.value)}</span>,
  },
  {
    key: "total_interval",
    header: "95% interval",
    align: "right",
    width: 150,
    from: "sm",
    cell: ({ total }) => <span className={classes.number}>{formatInterval(total)}</span>,
  },
];

const COMPARATORS_BY_COLUMN: Readonly<Record<string, (a: Contribution, b: Contribution) => number>> = {
  input: (a, b) => a.input.localeCompare(b.input),
  first_order: (a, b) => a.firstOrder.value - b.firstOrder.value,
  total: (a, b) => a.total.value - b.total.value,
};

/** Every input's indices in numbers. */
export function SensitivityTable({ contributions }: { contributions: readonly Contribution[] }) {
  const [sort, setSort] = useState<{ by: string; order: SortOrder }>({ by: "total", order: "descending" });
  const compare = COMPARATORS_BY_COLUMN[sort.by];
  const rows =
    compare === undefined
      ? contributions
      : contributions.toSorted((a, b) => (sort.order === "ascending" ? compare(a, b) : compare(b, a)));
  return (
    <DataTable
      label="Sensitivity indices"
      columns={TABLE_COLUMNS}
      rows={rows}
      id={({ index }) => index}
      sort={sort}
      onSort={(by, order) => setSort({ by, order })}
    />
  );
}
