import { Button } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router-dom";
import { call } from "#api/call.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { notifySuccess } from "#ui/notify.ts";
import { useAction } from "#ui/use-action.ts";

/** Deletes the job after asking, and leaves its page. */
export function DeleteJob({ job, children }: { job: Pick<Job, "id" | "name">; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  const navigate = useNavigate();
  const { run, busy } = useAction("deleting the job", { message: () => MESSAGES.deletingItems("job") });
  const remove = () =>
    run(async () => {
      await call("deleteJobs", { body: { ids: [job.id] } });
      notifySuccess(MESSAGES.deletedItems(1, "job"));
      await navigate("/jobs");
    });
  return (
    <>
      <Button variant="default" c="red" leftSection={children} onClick={() => setOpened(true)}>
        Delete
      </Button>
      <ConfirmDialog
        opened={opened}
        title="Delete this job?"
        text={`"${job.name}" and its data will be gone for everybody.`}
        confirmLabel="Delete"
        busy={busy}
        onConfirm={() => void remove()}
        onClose={() => setOpened(false)}
      />
    </>
  );
}
