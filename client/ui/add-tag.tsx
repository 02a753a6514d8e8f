import { Autocomplete, Button, Group, Popover } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { type FormEvent, useState } from "react";
import { type ApiFailure, asFailure } from "#api/call.ts";
import { call } from "../api/call.ts";
import { notifySuccess } from "./banner-messages.ts";
import { fieldError } from "./field-errors.ts";

type Props = { taken: readonly string[]; onAdd: (name: string) => Promise<boolean> };

const formatError = (failure: ApiFailure): string =>
  fieldError(failure.fields, "name") ?? MESSAGES.creatingTag;

function useAddTag({ taken, onAdd }: Props) {
  const [opened, setOpened] = useState(false);
  const [tagNames, setTagNames] = useState<readonly string[]>([]);
  const [name, setName] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const open = () => {
    setOpened(true);
    setError(null);
    // Without the list of existing tags, a name can still be typed.
    call("listTags").then(
      ({ items }) => setTagNames(items.map((tag) => tag.name)),
      () => setTagNames([]),
    );
  };

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    const tagName = name.trim();
    if (taken.includes(tagName)) return setOpened(false);
    setBusy(true);
    setError(null);
    try {
      if (!tagNames.includes(tagName)) {
        await call("createTag", { body: { name: tagName } });
        notifySuccess(MESSAGES.tagCreated);
        setTagNames([...tagNames, tagName]);
      }
      if (!(await onAdd(tagName))) return;
      setName("");
      setOpened(false);
    } catch (thrown) {
      setError(formatError(asFailure(thrown)));
    } finally {
      setBusy(false);
    }
  }

  return { opened, setOpened, open, tagNames, name, setName, error, busy, add };
}

/** Adds a tag: one that exists, or a new one that is made at once. */
export function AddTag(props: Props) {
  const { opened, setOpened, open, tagNames, name, setName, error, busy, add } = useAddTag(props);
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus withinPortal position="bottom-start" shadow="md">
      <Popover.Target>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlus size={12} />}
          onClick={() => (opened ? setOpened(false) : open())}
        >
          Add tag
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Add a tag">
        <form onSubmit={(event) => void add(event)}>
          <Group align="flex-start" gap="xs" wrap="nowrap">
            <Autocomplete
              aria-label="Tag name"
              placeholder="Tag name"
              size="xs"
              data={tagNames.filter((existing) => !props.taken.includes(existing))}
              value={name}
              onChange={setName}
              error={error}
              comboboxProps={{ withinPortal: false }}
              data-autofocus
            />
            <Button type="submit" size="xs" loading={busy}>
              Add
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
