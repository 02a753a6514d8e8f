import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconShare } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import { ShareDialog } from "./share-dialog.tsx";

/** Opens the choice of the restricted users who see a job. For people who may change it. */
export function ShareButton({ job }: { job: Job }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="compact-sm" leftSection={<IconShare size={15} />} onClick={open}>
        Share
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={`Share ${job.name}`}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <ShareDialog job={job} />
      </Modal>
    </>
  );
}
