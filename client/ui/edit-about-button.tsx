import { ActionIcon, Tooltip } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";

const BUTTON_LABEL = "Edit the name and the description";

/** Opens an `AboutForm`. */
export function EditAboutButton({ onClick }: { onClick: () => void }) {
  return (
    <Tooltip label={BUTTON_LABEL}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={BUTTON_LABEL} onClick={onClick}>
        <IconPencil size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
