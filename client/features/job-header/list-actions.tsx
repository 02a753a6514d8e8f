import { ActionIcon, Badge } from "@mantine/core";
import { IconArchive, IconArchiveOff, IconArrowsDiff, IconCopyPlus } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import { LIST_MESSAGES } from "@understudy/shared/messages/lists.ts";
import { Link } from "react-router-dom";
import { call } from "#api/call.ts";
import { liveJob } from "#data/jobs.ts";
import { compareLink } from "#job/compared-ids.ts";
import { anotherPath } from "#predictions/new-job-links.ts";
import { notifySuccess } from "#ui/notify.ts";
import { useAction } from "#ui/use-action.ts";

/** The actions of the job list, for one job on its own page. */
export function ListActions({ job }: { job: Job }) {
  const { id, archived } = job;
  const { run, busy } = useAction(archived ? "unarchiving the job" : "archiving the job");
  const archive = () =>
    run(async () => {
      await call("archiveJobs", { body: { ids: [id], archived: !archived } });
      notifySuccess(archived ? LIST_MESSAGES.unarchivedJobs(1) : LIST_MESSAGES.archivedJobs(1));
      await liveJob.reload(id);
    });
  const buttonProps = { variant: "subtle", color: "gray" } as const;
  const label = archived ? "Unarchive" : "Archive";
  return (
    <>
      {archived && (
        <Badge variant="default" tt="none">
          Archived
        </Badge>
      )}
      <ActionIcon
        {...buttonProps}
        component={Link}
        to={compareLink([id])}
        aria-label="Compare with other jobs"
        title="Compare with other jobs"
      >
        <IconArrowsDiff size={16} />
      </ActionIcon>
      <ActionIcon
        {...buttonProps}
        component={Link}
        to={anotherPath(job)}
        aria-label="Create another job like this one"
        title="Create another job like this one"
      >
        <IconCopyPlus size={16} />
      </ActionIcon>
      {job.can_be_changed && (
        <ActionIcon
          {...buttonProps}
          loading={busy}
          aria-label={label}
          title={label}
          onClick={() => void archive()}
        >
          {archived ? <IconArchiveOff size={16} /> : <IconArchive size={16} />}
        </ActionIcon>
      )}
    </>
  );
}
