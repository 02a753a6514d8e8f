import { ActionIcon, Tooltip } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "react-router-dom";

/** Leads from a page of one thing to the list of all of them: `label` says which. */
export function BackButton({ to, label }: { to: string; label: string }) {
  return (
    <Tooltip label={label}>
      <ActionIcon component={Link} to={to} variant="subtle" color="gray" size="lg" aria-label={label}>
        <IconArrowLeft size={20} />
      </ActionIcon>
    </Tooltip>
  );
}
