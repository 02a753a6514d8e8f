import { Table, type TableProps, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./fact-table.module.css";
import { WithCsv } from "./table-csv.tsx";

export type FactRow = {
  readonly key: number | string;
  /** The subject of the row. */
  readonly name: ReactNode;
  readonly hint?: string | undefined;
  /** The values stand under the columns after the first. */
  readonly values: readonly ReactNode[];
};

type RowsProps = Pick<TableProps, "aria-label" | "aria-labelledby" | "className"> & {
  /** The first is that of the rows' names. */
  columns: readonly string[];
  rows: readonly FactRow[];
};

/** A table whose rows are cards where the window is narrow. */
export function FactRows({ columns, rows, className = classes.table, ...labelling }: RowsProps) {
  const [, ...labels] = columns;
  return (
    <Table {...labelling} className={className}>
      <Table.Thead>
        <Table.Tr>
          {columns.map((column) => (
            <Table.Th key={column}>{column}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, name, hint, values }) => (
          <Table.Tr key={key}>
            <Table.Th scope="row" title={hint}>
              {name}
            </Table.Th>
            {values.map((value, at) => (
              <Table.Td key={labels[at]} data-label={labels[at]}>
                {value}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

type Props = Pick<RowsProps, "columns" | "rows"> & { label: string };

/** Such a table, which can be copied and downloaded. */
export function FactTable({ label, columns, rows }: Props) {
  return (
    <WithCsv label={label}>
      <FactRows aria-label={label} {...{ columns, rows }} />
    </WithCsv>
  );
}

type SectionProps = Pick<RowsProps, "columns" | "rows"> & {
  title: string;
  /** Instead of a table without rows. */
  empty?: string;
  below?: ReactNode;
};

/** Such a table under its heading. */
export function FactSection({ title, columns, rows, empty, below }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} mb={6} id={id}>
        {title}
      </Title>
      {rows.length === 0 && empty !== undefined ? (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      ) : (
        <FactRows aria-labelledby={id} className={classes.plain} {...{ columns, rows }} />
      )}
      {rows.length > 0 && below}
    </section>
  );
}
