import { ActionIcon, Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconHistory } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import { ActivityList } from "./activity-list.tsx";

/** Opens the list of what was done to a job, and by whom. Not for restricted users. */
export function ActivityButton({ job }: { job: Job }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label="Activity" title="Activity" onClick={open}>
        <IconHistory size={16} />
      </ActionIcon>
      <Drawer
        opened={opened}
        onClose={close}
        position="right"
        size="md"
        title="Activity"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <ActivityList job={job} />
      </Drawer>
    </>
  );
}
