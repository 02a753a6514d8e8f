import { Button, Group, Tooltip } from "@mantine/core";
import { IconDownload, IconRepeat } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import { Link } from "react-router-dom";
import { useCurrentUser } from "../../../../store/current-user.ts";

const trainAgainPath = ({ id, spec_version_id }: Pick<Job, "id" | "spec_version_id">): string =>
  spec_version_id === null
    ? `/jobs/new?source_job_id=${id}`
    : `/spec_versions/${spec_version_id}/jobs/new?objective=Training&source_job_id=${id}`;

/** What to do with the emulator's data. */
export function Actions({ job }: { job: Pick<Job, "id" | "spec_version_id"> }) {
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
        <Tooltip
          label={
            job.spec_version_id === null
              ? "A new job with this one's data and configuration"
              : "A new job with this one's variables"
          }
        >
          <Button
            component={Link}
            to={trainAgainPath(job)}
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
