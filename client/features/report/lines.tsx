import { Table } from "@mantine/core";
import type { ReactNode } from "react";
import { ScrollFrame } from "#ui/scroll-frame.tsx";
import classes from "./report.module.css";

type Props = {
  label: string;
  columns: readonly string[];
  /** The first cell of each names the row. */
  rows: readonly (readonly [string, ...ReactNode[]])[];
};

/** A table of the report; its head is repeated on every page of paper. */
export function Lines({ label, columns, rows }: Props) {
  return (
    <ScrollFrame label={label}>
      <Table aria-label={label} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column} scope="col">
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([name, ...cells]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={500}>
                {name}
              </Table.Th>
              {cells.map((cell, at) => (
                <Table.Td key={columns[at + 1]}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollFrame>
  );
}
