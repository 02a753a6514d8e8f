import { Button } from "@mantine/core";
import { IconArchive, IconArchiveOff } from "@tabler/icons-react";
import { LIST_MESSAGES } from "@understudy/shared/messages/lists.ts";
import { call } from "#api/call.ts";
import { jobListChanged } from "#data/job-lists.ts";
import { getJobRow } from "#data/jobs.ts";
import { notifySuccess } from "#ui/notify.ts";
import { useAction } from "#ui/use-action.ts";

/** Archives jobs; those that all are archived already are taken out again. */
export function ArchiveJobs({ ids }: { ids: readonly number[] }) {
  const isBack = ids.every((id) => getJobRow(id)?.archived);
  const { run, busy } = useAction(isBack ? "unarchiving the jobs" : "archiving the jobs");
  const archive = () =>
    run(async () => {
      await call("archiveJobs", { body: { ids: [...ids], archived: !isBack } });
      notifySuccess(
        isBack ? LIST_MESSAGES.unarchivedJobs(ids.length) : LIST_MESSAGES.archivedJobs(ids.length),
      );
      jobListChanged();
    });
  const Icon = isBack ? IconArchiveOff : IconArchive;
  return (
    <Button
      variant="default"
      size="sm"
      loading={busy}
      leftSection={<Icon size={16} />}
      onClick={() => void archive()}
    >
      {isBack ? "Unarchive" : "Archive"} {ids.length}
    </Button>
  );
}
