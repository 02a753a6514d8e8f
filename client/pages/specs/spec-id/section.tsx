import { Table, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";

type Props = { title: string; columns: readonly string[]; children: ReactNode; below?: ReactNode };

/** A titled table of the spec's page; it scrolls sideways where the window is narrow. */
export function TableSection({ title, columns, children, below }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} mb={6} id={id}>
        {title}
      </Title>
      <Table.ScrollContainer minWidth={480} type="native">
        <Table aria-labelledby={id}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column}>{column}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{children}</Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {below}
    </section>
  );
}
