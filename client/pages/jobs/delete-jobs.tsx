import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconTrash } from "@tabler/icons-react";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { call } from "../../api/call.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { notifySuccess } from "../../components/notify.ts";
import { useAction } from "../../hooks/use-action.ts";
import { jobListChanged } from "../../live/job-lists.ts";
import { removeJobs } from "../../store/jobs.ts";
import classes from "./delete-jobs.module.css";

const WHAT_GOES = {
  one: "Its data and its emulator are deleted with it. This cannot be undone.",
  many: "Their data and emulators are deleted with them. This cannot be undone.",
};

/** Deletes the selected jobs, once that is confirmed. */
export function DeleteJobs({ ids }: { ids: readonly number[] }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { run, busy } = useAction("deleting the jobs", { message: () => MESSAGES.deletingItems("job") });
  const what = ids.length === 1 ? "1 job" : `${ids.length} jobs`;

  async function confirm(): Promise<void> {
    const deleted = await run(() => call("deleteJobs", { body: { ids: [...ids] } }).then(() => {}));
    close();
    if (!deleted) return;
    notifySuccess(MESSAGES.deletedItems(ids.length, "job"));
    removeJobs(ids);
    jobListChanged();
  }

  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconTrash size={16} />}
        // Its place is kept, so that selecting a row moves nothing.
        className={classes.button}
        data-shown={ids.length > 0}
        onClick={open}
      >
        Delete {ids.length}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={`Delete ${what}?`}
        text={ids.length === 1 ? WHAT_GOES.one : WHAT_GOES.many}
        confirmLabel={`Delete ${what}`}
        busy={busy}
        onConfirm={() => void confirm()}
        onClose={close}
      />
    </>
  );
}
