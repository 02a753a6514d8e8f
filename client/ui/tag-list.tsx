import { ActionIcon, Group, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./tag-list.module.css";

type Props = {
  names: readonly string[];
  /** Undefined: they can only be looked at. */
  onRemove?: ((name: string) => void) | undefined;
  busy?: boolean;
  /** After the tags: what adds another. */
  children?: ReactNode;
};

export function TagList({ names, onRemove, busy = false, children }: Props) {
  return (
    <Group gap={6} role="group" aria-label="Tags">
      {names.map((name) => (
        <Text component="span" key={name} className={classes.tag} data-removable={onRemove !== undefined}>
          {name}
          {onRemove && (
            <ActionIcon
              variant="transparent"
              color="gray"
              size={18}
              disabled={busy}
              aria-label={`Remove the tag ${name}`}
              onClick={() => onRemove(name)}
            >
              <IconX size={12} />
            </ActionIcon>
          )}
        </Text>
      ))}
      {children}
    </Group>
  );
}
