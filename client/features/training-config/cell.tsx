import { Table } from "@mantine/core";
import type { ConfigField, FieldEdit } from "@understudy/shared/api/job-config.ts";
import { formatFieldId } from "@understudy/shared/job-config/config-fields.ts";
import { createContext, type ReactNode, useContext } from "react";
import { formatMoment } from "#ui/format.ts";
import { getInitials, personColor } from "#ui/person.ts";
import classes from "./config-table.module.css";

/** The last edits of fields that are marked, by the id of the field. */
export const FieldMarksContext = createContext<ReadonlyMap<string, FieldEdit>>(new Map());

/** The initials of the person who has changed a field, in the person's colour. */
function FieldMark({ field }: { field: ConfigField }) {
  const edit = useContext(FieldMarksContext).get(formatFieldId(field));
  if (edit === undefined) return null;
  const text = `Changed by ${edit.by.name}, ${formatMoment(edit.time)}`;
  return (
    <span
      role="img"
      aria-label={text}
      title={text}
      className={classes.mark}
      style={{ "--person": personColor(edit.by.id) }}
    >
      {getInitials(edit.by.name)}
    </span>
  );
}

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
