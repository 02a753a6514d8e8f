import { Table, Title } from "@mantine/core";
import { bytesText } from "@understudy/shared/number-text.ts";
import { type ReactNode, useId } from "react";
import { WithCsv } from "#ui/table-csv.tsx";
import classes from "./metrics.module.css";

export type ShareRow = {
  key: string;
  name: ReactNode;
  /** The values stand under the columns between the name and the space. */
  values: readonly ReactNode[];
  /** GB. */
  used: number;
};

type Props = {
  title: string;
  /** The headers of the name, and of the values. */
  columns: readonly string[];
  rows: readonly ShareRow[];
};

/** Shows the people or jobs that use the space, with bars that compare with the first, which is the largest. */
export function ShareTable({ title, columns, rows }: Props) {
  const id = useId();
  const [, ...labels] = columns;
  const largest = rows[0]?.used ?? 1;
  return (
    <section aria-labelledby={id}>
      <Title order={2} mb={6} id={id}>
        {title}
      </Title>
      <WithCsv label={title}>
        <Table aria-labelledby={id} className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column}>{column}</Table.Th>
              ))}
              <Table.Th w={200}>Space</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ key, name, values, used }) => (
              <Table.Tr key={key}>
                <Table.Th scope="row">{name}</Table.Th>
                {values.map((value, at) => (
                  <Table.Td key={labels[at]} data-label={labels[at]}>
                    {value}
                  </Table.Td>
                ))}
                <Table.Td data-label="Space">
                  <span className={classes.share}>
                    <span data-numeric>{bytesText(used * 1e9)}</span>
                    <span className={classes.bar} aria-hidden>
                      <span style={{ width: `${(100 * used) / largest}%` }} />
                    </span>
                  </span>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </WithCsv>
    </section>
  );
}
