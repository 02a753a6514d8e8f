import type { SavedFilter } from "@understudy/shared/api/job-filter.ts";
import type { JobFilter } from "@understudy/shared/api/job-list.ts";
import { LIST_MESSAGES } from "@understudy/shared/messages/lists.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useState } from "react";
import { call } from "#api/call.ts";
import { fieldError } from "#ui/field-errors.ts";
import { notifySuccess } from "#ui/notify.ts";
import { useAction } from "#ui/use-action.ts";
import { extractFilter } from "./set-filters.ts";

const ACTION_TEXT = "saving the filter";

/** The saved filters as they are on the server: read whenever the list is opened, as another machine may have changed them. */
export function useSavedFilters(query: JobFilter) {
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
