import { Table } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./fact-table.module.css";
import { WithCsv } from "./table-csv.tsx";

export type FactRow = {
  readonly key: string;
  readonly name: ReactNode;
  /** The values stand under the columns after the first. */
  readonly values: readonly ReactNode[];
};

type Props = { label: string; columns: readonly string[]; rows: readonly FactRow[] };

/** A table whose rows are cards where the window is narrow. The first column names its row. */
export function FactTable({ label, columns, rows }: Props) {
  const [, ...labels] = columns;
  return (
    <WithCsv label={label}>
      <Table aria-label={label} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column}>{column}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, name, values }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row">{name}</Table.Th>
              {values.map((value, at) => (
                <Table.Td key={labels[at]} data-label={labels[at]}>
                  {value}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </WithCsv>
  );
}
