import { Button, Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconList } from "@tabler/icons-react";
import { type ReactNode, useEffect } from "react";
import { useLocation } from "react-router-dom";

/** The table of contents on a narrow window: a button that opens it from the side. It closes once a link was followed. */
export function ContentsDrawer({ children }: { children: ReactNode }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each link that is followed has a key of its own
  useEffect(close, [key]);
  return (
    <>
      <Button variant="default" leftSection={<IconList size={16} />} onClick={open}>
        Contents
      </Button>
      <Drawer
        opened={opened}
        onClose={close}
        title="Contents of the guide"
        size={300}
        closeButtonProps={{ "aria-label": "Close the contents" }}
      >
        <nav aria-label="Guide">{children}</nav>
      </Drawer>
    </>
  );
}
