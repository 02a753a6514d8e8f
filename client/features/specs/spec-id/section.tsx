import { Table, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./section.module.css";

export type SectionRow = {
  readonly key: number | string;
  /** The subject of the row. */
  readonly name: ReactNode;
  readonly hint?: string;
  /** The values stand under the columns after the first. */
  readonly values: readonly ReactNode[];
};

type Props = {
  title: string;
  /** The first is that of the rows' names. */
  columns: readonly string[];
  rows: readonly SectionRow[];
  /** Instead of a table without rows. */
  empty?: string;
  below?: ReactNode;
};

/** One of the tables of a spec's page, under its heading; on a phone each row is a card. */
export function TableSection({ title, columns, rows, empty, below }: Props) {
  const id = useId();
  const [, ...labels] = columns;
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
        <Table aria-labelledby={id} className={classes.table}>
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
      )}
      {rows.length > 0 && below}
    </section>
  );
}
