import { Button, Group, Text } from "@mantine/core";
import { IconRuler2 } from "@tabler/icons-react";
import type { JobConfig, JobConfigChange } from "@understudy/shared/api/job-config.ts";
import { useMemo } from "react";
import { suggestionsFor } from "./suggestions.ts";

const MAX_NAMED_COLUMNS = 4;

type Props = { config: JobConfig; disabled: boolean; onEdit: (change: JobConfigChange) => void };

/** The multipliers that the ranges suggest, for all columns at once. */
export function SuggestedUnits({ config, disabled, onEdit }: Props) {
  const { texts, change } = useMemo(() => suggestionsFor(config), [config]);
  if (texts.length === 0) return null;
  const unnamedCount = texts.length - MAX_NAMED_COLUMNS;
  const named = texts.slice(0, MAX_NAMED_COLUMNS).join(", ");
  return (
    <Group gap="xs" role="group" aria-label="Suggested units">
      <Button
        size="xs"
        variant="light"
        leftSection={<IconRuler2 size={14} />}
        disabled={disabled}
        onClick={() => onEdit(change)}
      >
        Use suggested units
      </Button>
      <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {named}
        {unnamedCount > 0 && ` and ${unnamedCount} more`}, from the ranges of the data.
      </Text>
    </Group>
  );
}
