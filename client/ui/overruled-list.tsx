import { Alert, Button, CloseButton, Group, Stack, Text } from "@mantine/core";
import classes from "./overruled-list.module.css";

export type Overruled = {
  readonly key: string;
  /** Says who changed what, with both values where they are short. */
  readonly text: string;
  /** The button that puts the reader's value back. */
  readonly action: string;
  readonly onTake: () => void;
  readonly onLeave: () => void;
};

/** Edits of the reader that others have overruled, each with a button that puts the reader's value back. */
export function OverruledList({ items }: { items: readonly Overruled[] }) {
  if (items.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" role="status" aria-label="Changed by others">
      <Stack gap={6}>
        {items.map(({ key, text, action, onTake, onLeave }) => (
          <Group key={key} gap="xs">
            <Text size="sm" className={classes.text}>
              {text}
            </Text>
            <Group gap="xs" wrap="nowrap" ml="auto">
              <Button size="compact-sm" variant="default" onClick={onTake}>
                {action}
              </Button>
              <CloseButton size="sm" aria-label="Leave it as it is" onClick={onLeave} />
            </Group>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}
