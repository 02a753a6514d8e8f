import { Button, MultiSelect, Popover, Stack, TagsInput } from "@mantine/core";
import { IconTag } from "@tabler/icons-react";
import { MAX_TAGS } from "@understudy/shared/limits.ts";
import { LIST_MESSAGES } from "@understudy/shared/messages/lists.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { type FormEvent, useState } from "react";
import { call, type FieldErrors } from "#api/call.ts";
import { jobListChanged } from "#data/job-lists.ts";
import { getJobRow } from "#data/jobs.ts";
import { notifySuccess } from "#ui/banner-messages.ts";
import { fieldError, isWithin } from "#ui/field-errors.ts";
import { useAction } from "#ui/use-action.ts";

/** Adds tags to jobs, and removes tags that some of them have. */
export function TagJobs({ ids }: { ids: readonly number[] }) {
  const form = useTagJobs(ids);
  const { opened, setOpened, tagNames, present, add, setAdd, remove, setRemove, formatError, busy } = form;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    void form.apply();
  };
  const choice = { size: "xs", openOnFocus: false } as const;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" width={300} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconTag size={16} />}
          onClick={() => (opened ? setOpened(false) : form.open())}
        >
          Tags {ids.length}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Tags of the selected jobs">
        <form onSubmit={apply}>
          <Stack gap="sm">
            <TagsInput
              {...choice}
              label="Add"
              description="Press Enter after each tag."
              maxTags={MAX_TAGS}
              data={tagNames.filter((name) => !remove.includes(name))}
              value={add}
              onChange={setAdd}
              acceptValueOnBlur
              error={formatError("add")}
              comboboxProps={{ withinPortal: false }}
              data-autofocus
            />
            <MultiSelect
              {...choice}
              label="Remove"
              searchable
              data={present}
              value={remove}
              onChange={setRemove}
              disabled={present.length === 0}
              error={formatError("remove")}
              comboboxProps={{ withinPortal: false }}
            />
            <Button type="submit" size="xs" loading={busy} disabled={add.length + remove.length === 0}>
              Apply
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

const ACTION_TEXT = "changing the tags";
/** The error of a tag is reported beside its place in the list, as `add.0`. */
const findError = (fields: FieldErrors, field: string): string | null =>
  fieldError(fields, Object.keys(fields).find((path) => isWithin(path, field)) ?? field);

/** The form in which the tags of several jobs are changed. */
function useTagJobs(ids: readonly number[]) {
  const [opened, setOpened] = useState(false);
  const [tagNames, setTagNames] = useState<readonly string[]>([]);
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const { run, busy, failure } = useAction(ACTION_TEXT, {
    message: ({ fields }) =>
      findError(fields, "add") === null && findError(fields, "remove") === null
        ? MESSAGES.action(ACTION_TEXT)
        : null,
  });
  const present = [...new Set(ids.flatMap((id) => getJobRow(id)?.tags.map(({ name }) => name) ?? []))].sort();

  const open = () => {
    setOpened(true);
    setAdd([]);
    setRemove([]);
    // Without the list of known tags they can still be typed.
    call("listTags").then(
      ({ items }) => setTagNames(items.map(({ name }) => name)),
      () => setTagNames([]),
    );
  };
  const apply = () =>
    run(async () => {
      await call("tagJobs", { body: { ids: [...ids], add, remove } });
      notifySuccess(LIST_MESSAGES.taggedJobs(ids.length));
      setOpened(false);
      jobListChanged();
    });
  const formatError = (field: "add" | "remove") => failure && findError(failure.fields, field);
  return {
    opened,
    setOpened,
    open,
    tagNames,
    present,
    add,
    setAdd,
    remove,
    setRemove,
    formatError,
    busy,
    apply,
  };
}
