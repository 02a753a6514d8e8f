import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import { IconBookmark, IconTrash } from "@tabler/icons-react";
import type { SavedFilter } from "@understudy/shared/api/job-filter.ts";
import type { JobFilter } from "@understudy/shared/api/job-list.ts";
import { MAX_FILTER_NAME_LENGTH } from "@understudy/shared/limits.ts";
import { LIST_MESSAGES } from "@understudy/shared/messages/lists.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { type FormEvent, useState } from "react";
import { call } from "#api/call.ts";
import { notifySuccess } from "#ui/banner-messages.ts";
import { fieldError } from "#ui/field-errors.ts";
import { useAction } from "#ui/use-action.ts";
import classes from "./saved-filters.module.css";
import { extractFilter } from "./set-filters.ts";

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

const ACTION_TEXT = "saving the filter";

/** The saved filters as they are on the server: read whenever the list is opened, as another machine may have changed them. */
function useSavedFilters(query: JobFilter) {
  const [opened, setOpened] = useState(false);
  const [items, setItems] = useState<readonly SavedFilter[] | null>(null);
  const [name, setName] = useState("");
  const { run, busy, failure } = useAction(ACTION_TEXT, {
    message: ({ fields }) => (fieldError(fields, "name") === null ? MESSAGES.action(ACTION_TEXT) : null),
  });

  const open = () => {
    setOpened(true);
    void run(async () => setItems((await call("listJobFilters")).items));
  };
  const save = () =>
    run(async () => {
      const body = { name: name.trim(), query: extractFilter(query) };
      setItems((await call("saveJobFilter", { body })).items);
      notifySuccess(LIST_MESSAGES.savedFilter(body.name));
      setName("");
    });
  const remove = (gone: string) =>
    run(async () => {
      setItems((await call("deleteJobFilter", { body: { name: gone } })).items);
      notifySuccess(LIST_MESSAGES.deletedFilter(gone));
    });
  const error = failure && fieldError(failure.fields, "name");
  return { opened, setOpened, open, items, name, setName, error, busy, save, remove };
}
