import { Button, Group, Pill } from "@mantine/core";
import type { JobFilter } from "@understudy/shared/api/job-list.ts";
import { NO_FILTER } from "#data/job-lists.ts";
import type { SetFilter } from "./set-filters.ts";

type Props = { filters: readonly SetFilter[]; onChange: (changes: Partial<JobFilter>) => void };

/** The filters that are set, each with a button that takes it away. */
export function FilterPills({ filters, onChange }: Props) {
  return (
    <Group gap={6} mb="xs" role="group" aria-label="Filters that are set">
      {filters.map(({ text, cleared }) => (
        <Pill
          key={text}
          withRemoveButton
          removeButtonProps={{ "aria-label": `Remove the filter ${text}`, "aria-hidden": false, tabIndex: 0 }}
          onRemove={() => onChange(cleared)}
        >
          {text}
        </Pill>
      ))}
      <Button size="compact-xs" variant="subtle" onClick={() => onChange(NO_FILTER)}>
        Clear all
      </Button>
    </Group>
  );
}
