import { Table, Title } from "@mantine/core";
import type { TypedValue } from "@understudy/shared/api/simulation.ts";
import { displayName } from "@understudy/shared/domain/variable.ts";
import classes from "./simulations.module.css";
import { formatTyped } from "./values.ts";

type Props = {
  title: string;
  values: Readonly<Record<string, TypedValue>>;
  definitions: readonly { name: string; display: string; unit: string }[];
};

/** Names, values and units of the inputs, or of the scalar outputs, of one simulation. */
export function ValueTable({ title, values, definitions }: Props) {
  const known = new Map(definitions.map((definition) => [definition.name, definition]));
  return (
    <section aria-label={title}>
      <Title order={3} size="h5" mb={4}>
        {title}
      </Title>
      <Table aria-label={title} verticalSpacing={3}>
        <Table.Tbody>
          {Object.entries(values).map(([name, value]) => {
            const definition = known.get(name);
            return (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={400} c="dimmed" className={classes.name}>
                  {definition === undefined ? name : displayName(definition)}
                </Table.Th>
                <Table.Td ta="right" className={classes.name}>
                  {formatTyped(value)}
                </Table.Td>
                <Table.Td c="dimmed" w={64}>
                  {definition?.unit}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </section>
  );
}
