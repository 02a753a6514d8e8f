import { Button, Group, Tooltip } from "@mantine/core";
import { IconDownload, IconRepeat } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import { Link } from "react-router-dom";
import { useCurrentUser } from "../../../../store/current-user.ts";

/** What to do with the emulator's data. */
export function Actions({ job }: { job: Pick<Job, "id"> }) {
  const { restricted } = useCurrentUser();
  return (
    <Group gap="xs" grow>
      <Button
        component="a"
        href={`/static/work_dirs/${job.id}/data.csv`}
        download
        size="xs"
        variant="default"
        leftSection={<IconDownload size={14} />}
      >
        Download data
      </Button>
      {!restricted && (
        <Tooltip label="A new job with this one's data and configuration">
          <Button
            component={Link}
            to={`/jobs/new?source_job_id=${job.id}`}
            size="xs"
            variant="default"
            leftSection={<IconRepeat size={14} />}
          >
            Train Again
          </Button>
        </Tooltip>
      )}
    </Group>
  );
}
