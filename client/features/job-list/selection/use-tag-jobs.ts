import { LIST_MESSAGES } from "@understudy/shared/messages/lists.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useState } from "react";
import { call } from "#api/call.ts";
import type { FieldErrors } from "#api/failure.ts";
import { jobListChanged } from "#data/job-lists.ts";
import { getJobRow } from "#data/jobs.ts";
import { fieldError, isWithin } from "#ui/field-errors.ts";
import { notifySuccess } from "#ui/notify.ts";
import { useAction } from "#ui/use-action.ts";

const ACTION_TEXT = "changing the tags";
/** The error of a tag is reported beside its place in the list, as `add.0`. */
const findError = (fields: FieldErrors, field: string): string | null =>
  fieldError(fields, Object.keys(fields).find((path) => isWithin(path, field)) ?? field);

/** The form in which the tags of several jobs are changed. */
export function useTagJobs(ids: readonly number[]) {
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
