import { Button, Group, Text, Tooltip } from "@mantine/core";
import { IconArchive, IconArchiveOff, IconArrowsDiff } from "@tabler/icons-react";
import { MAX_COMPARED_JOBS } from "@understudy/shared/limits.ts";
import { LIST_MESSAGES } from "@understudy/shared/messages/lists.ts";
import { Link } from "react-router-dom";
import { call } from "#api/call.ts";
import { jobListChanged } from "#data/job-lists.ts";
import { getJobRow, removeJobs } from "#data/jobs.ts";
import { compareLink } from "#job/compared-ids.ts";
import { notifySuccess } from "#ui/banner-messages.ts";
import { DeleteRows } from "#ui/delete-rows.tsx";
import { useAction } from "#ui/use-action.ts";
import { TagJobs } from "./tag-jobs.tsx";

/**
 * The actions on the selected rows. Any job can be compared; only people who may change a job can tag, archive or
 * delete it.
 */
export function SelectionActions({ ids }: { ids: readonly number[] }) {
  const changeable = ids.filter((id) => getJobRow(id)?.can_be_changed);
  const deletable = ids.filter((id) => getJobRow(id)?.can_be_deleted);
  return (
    <Group gap="xs" role="group" aria-label="Selected jobs">
      <Text size="sm" c="dimmed" data-numeric>
        {ids.length} selected
      </Text>
      <Compare ids={ids} />
      {changeable.length > 0 && (
        <>
          <TagJobs ids={changeable} />
          <ArchiveJobs ids={changeable} />
        </>
      )}
      <DeleteJobs ids={deletable} />
    </Group>
  );
}

function Compare({ ids }: { ids: readonly number[] }) {
  const isPossible = ids.length >= 2 && ids.length <= MAX_COMPARED_JOBS;
  const buttonProps = { variant: "default", size: "sm", leftSection: <IconArrowsDiff size={16} /> } as const;
  if (isPossible)
    return (
      <Button {...buttonProps} component={Link} to={compareLink(ids)}>
        Compare {ids.length}
      </Button>
    );
  return (
    <Tooltip label={`Select 2 to ${MAX_COMPARED_JOBS} jobs to compare them`}>
      <Button {...buttonProps} data-disabled aria-disabled onClick={(event) => event.preventDefault()}>
        Compare
      </Button>
    </Tooltip>
  );
}

/** Archives jobs; those that all are archived already are taken out again. */
function ArchiveJobs({ ids }: { ids: readonly number[] }) {
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

const DELETION_TEXTS = {
  single: "Its data and its emulator are deleted with it. This cannot be undone.",
  many: "Their data and emulators are deleted with them. This cannot be undone.",
};

const DeleteJobs = ({ ids }: { ids: readonly number[] }) => (
  <DeleteRows
    item="job"
    ids={ids}
    consequences={DELETION_TEXTS}
    onDelete={(gone) => call("deleteJobs", { body: { ids: gone } })}
    onDeleted={(gone) => {
      removeJobs(gone);
      jobListChanged();
    }}
  />
);
