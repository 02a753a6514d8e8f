import { Table } from "@mantine/core";
import type { ConfigField } from "@understudy/shared/api/job-config.ts";
import type { ReactNode } from "react";
import classes from "./config-table.module.css";
import { FieldMark } from "./field-marks/field-marks.tsx";

/** A cell that carries its column's name, which is shown where the table becomes cards. */
export function Cell({
  label,
  numeric,
  field,
  children,
}: {
  label: string;
  numeric?: boolean;
  /** The field of the config that the cell's control changes. */
  field?: ConfigField;
  children: ReactNode;
}) {
  return (
    <Table.Td data-label={label} data-numeric={numeric} className={classes.cell}>
      {children}
      {field !== undefined && <FieldMark field={field} />}
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
