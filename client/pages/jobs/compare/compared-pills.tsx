import { Group, Pill } from "@mantine/core";
import type { ComparedColumn } from "./comparison-table.tsx";

/** The jobs that are compared, each with a button that takes it away. */
export function ComparedPills({
  columns,
  onRemove,
}: {
  columns: readonly ComparedColumn[];
  onRemove: (id: number) => void;
}) {
  return (
    <Group gap={6} role="group" aria-label="Jobs that are compared">
      {columns.map(({ id, name }) => (
        <Pill
          key={id}
          size="md"
          withRemoveButton
          removeButtonProps={{ "aria-label": `Remove job ${id}`, "aria-hidden": false, tabIndex: 0 }}
          onRemove={() => onRemove(id)}
        >
          {name} ({id})
        </Pill>
      ))}
    </Group>
  );
}
