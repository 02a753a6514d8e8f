import { Button, MultiSelect, Popover, Stack, TagsInput } from "@mantine/core";
import { IconTag } from "@tabler/icons-react";
import { MAX_TAGS } from "@understudy/shared/limits.ts";
import type { FormEvent } from "react";
import { useTagJobs } from "./use-tag-jobs.ts";

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
