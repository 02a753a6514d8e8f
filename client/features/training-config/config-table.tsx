import { Button, Group, Table, Text, TextInput, Title } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import classes from "./config-table.module.css";

/** Long tables have a search and render this many rows at a time. */
const MAX_NEW_ROWS = 50;
const MIN_SEARCHED_ITEMS = 12;

type Props<Item> = {
  title: string;
  /** The items of the table, in a few words under the title. */
  note?: ReactNode;
  columns: readonly string[];
  items: readonly Item[];
  row: (item: Item) => ReactNode;
};

/** Variables as rows of fields; on a small screen each becomes a card. */
export function ConfigTable<Item extends { name: string; display: string }>(props: Props<Item>) {
  const { title, note, columns, items, row } = props;
  const [search, setSearch] = useState("");
  const [shown, setShown] = useState(MAX_NEW_ROWS);
  const titleId = useId();
  if (items.length === 0) return null;
  const searchText = search.trim().toLowerCase();
  const matches = items.filter(({ name, display }) =>
    `${name}\n${display}`.toLowerCase().includes(searchText),
  );
  return (
    <section aria-labelledby={titleId}>
      <Group justify="space-between" gap="xs" mb={4}>
        <div>
          <Title order={2} id={titleId}>
            {title}
          </Title>
          {note !== undefined && (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          )}
        </div>
        {items.length > MIN_SEARCHED_ITEMS && (
          <TextInput
            size="xs"
            leftSection={<IconSearch size={14} />}
            placeholder={`Search ${title.toLowerCase()}`}
            aria-label={`Search ${title.toLowerCase()}`}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
      </Group>
      <div className={classes.scroll}>
        <Table className={classes.table} verticalSpacing={4} horizontalSpacing={8} aria-labelledby={titleId}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column} data-label={column} className={classes.cell}>
                  {column}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{matches.slice(0, shown).map(row)}</Table.Tbody>
        </Table>
      </div>
      {matches.length === 0 && (
        <Text size="sm" c="dimmed" p="xs">
          Nothing matches the search.
        </Text>
      )}
      {matches.length > shown && (
        <Button variant="subtle" size="xs" mt={4} onClick={() => setShown(shown + MAX_NEW_ROWS)}>
          Show more ({matches.length - shown})
        </Button>
      )}
    </section>
  );
}
