import { Alert } from "@mantine/core";
import { IconTool } from "@tabler/icons-react";
import type { MaintenanceBanner } from "@understudy/shared/api/platform.ts";
import { useState } from "react";

const STORAGE_KEY = "closed-maintenance-notice";

/** Shows what an admin announces on every page, until this person closes it. A newer notice is shown again. */
export function MaintenanceNotice({ banner: { text, time } }: { banner: MaintenanceBanner }) {
  const [isClosed, setClosed] = useState(() => localStorage.getItem(STORAGE_KEY) === time);
  if (isClosed) return null;
  const close = () => {
    localStorage.setItem(STORAGE_KEY, time);
    setClosed(true);
  };
  return (
    <Alert
      color="yellow"
      variant="light"
      role="status"
      mb="md"
      icon={<IconTool size={18} />}
      withCloseButton
      closeButtonLabel="Close the notice of maintenance"
      onClose={close}
      styles={{ message: { whiteSpace: "pre-line", overflowWrap: "anywhere" } }}
    >
      {text}
    </Alert>
  );
}
