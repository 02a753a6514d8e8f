import { ActionIcon, Button, Checkbox, Popover, Stack, useMantineTheme } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconColumns3 } from "@tabler/icons-react";
import type { Column } from "./data-table.tsx";
import type { ColumnChoice } from "./use-column-choice.ts";

type Props<Row> = {
  all: readonly Column<Row>[];
  choice: ColumnChoice;
  onChoice: (choice: ColumnChoice) => void;
};

/** One column's box: as chosen, otherwise checked where the window is wide enough for the column, unless that is optional. */
function ColumnBox<Row>({ column, choice, onChoice }: Omit<Props<Row>, "all"> & { column: Column<Row> }) {
  const { key, header, from, isOptional = false } = column;
  const { breakpoints } = useMantineTheme();
  const isWide = useMediaQuery(`(min-width: ${breakpoints[from ?? "xs"]})`);
  const fits = from === undefined || isWide === true;
  return (
    <Checkbox
      size="xs"
      label={header}
      checked={choice[key] ?? (fits && !isOptional)}
      onChange={(event) => onChoice({ ...choice, [key]: event.currentTarget.checked })}
    />
  );
}

/**
 * Chooses the columns that a table shows. The first column is always shown, and so is the one that takes the
 * remaining width.
 */
export function ColumnChooser<Row>({ all, choice, onChoice }: Props<Row>) {
  const choosable = all.slice(1).filter(({ width }) => width !== undefined);
  return (
    <Popover position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={30} aria-label="Columns" title="Columns">
          <IconColumns3 size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap="xs" mah="60vh" style={{ overflowY: "auto" }}>
          {choosable.map((column) => (
            <ColumnBox key={column.key} column={column} choice={choice} onChoice={onChoice} />
          ))}
          <Button
            size="compact-xs"
            variant="subtle"
            disabled={Object.keys(choice).length === 0}
            onClick={() => onChoice({})}
          >
            Reset
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
