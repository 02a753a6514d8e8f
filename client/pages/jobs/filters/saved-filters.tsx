import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import { IconBookmark, IconTrash } from "@tabler/icons-react";
import type { JobFilter } from "@understudy/shared/api/job-list.ts";
import { MAX_FILTER_NAME_LENGTH } from "@understudy/shared/limits.ts";
import type { FormEvent } from "react";
import classes from "./saved-filters.module.css";
import { useSavedFilters } from "./use-saved-filters.ts";

type Props = {
  /** The filter of the list now. */
  query: JobFilter;
  onApply: (filter: JobFilter) => void;
};

/** The person's own filters: one is applied, deleted, or saved from what is listed now. */
export function SavedFilters({ query, onApply }: Props) {
  const saved = useSavedFilters(query);
  const { opened, setOpened, items, name, setName, error, busy } = saved;
  const save = (event: FormEvent) => {
    event.preventDefault();
    void saved.save();
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" shadow="md" width={300} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconBookmark size={15} />}
          onClick={() => (opened ? setOpened(false) : saved.open())}
        >
          Saved
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Saved filters">
        <Stack gap="xs">
          {items?.length === 0 && (
            <Text size="sm" c="dimmed">
              You have no saved filters yet.
            </Text>
          )}
          <ul className={classes.list}>
            {items?.map((filter) => (
              <li key={filter.name} className={classes.item}>
                <UnstyledButton
                  className={classes.name}
                  onClick={() => {
                    setOpened(false);
                    onApply(filter.query);
                  }}
                >
                  {filter.name}
                </UnstyledButton>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  disabled={busy}
                  aria-label={`Delete the filter ${filter.name}`}
                  onClick={() => void saved.remove(filter.name)}
                >
                  <IconTrash size={14} />
                </ActionIcon>
              </li>
            ))}
          </ul>
          <form onSubmit={save}>
            <Group gap="xs" align="flex-start" wrap="nowrap">
              <TextInput
                flex={1}
                size="xs"
                aria-label="Name of the filter"
                placeholder="Name for what is listed now"
                maxLength={MAX_FILTER_NAME_LENGTH}
                value={name}
                error={error}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <Button type="submit" size="xs" loading={busy} disabled={name.trim() === ""}>
                Save
              </Button>
            </Group>
          </form>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
