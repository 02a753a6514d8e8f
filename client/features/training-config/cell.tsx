import { Table } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./config-table.module.css";

/** A cell that carries its column's name, which is shown where the table becomes cards. */
export function Cell({
  label,
  numeric,
  children,
}: {
  label: string;
  numeric?: boolean;
  children: ReactNode;
}) {
  return (
    <Table.Td data-label={label} data-numeric={numeric} className={classes.cell}>
      {children}
    </Table.Td>
  );
}

/** The column's own name, as in the file. */
export function NameCell({ name }: { name: string }) {
  return (
    <Table.Th scope="row" className={classes.name} title={name}>
      {name}
    </Table.Th>
  );
}
