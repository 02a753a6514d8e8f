import { Group, Paper, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";

/** A part of the page: its heading with its controls, and below it a table or a plot, or why there is none. */
export function Section({
  title,
  controls,
  note,
  children,
}: {
  title: string;
  controls?: ReactNode;
  /** A sentence above the rest, or in its place. */
  note?: string | null | undefined;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby={id}>
      <Group justify="space-between" gap="xs" mb="xs" mih={30}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {controls}
      </Group>
      {note != null && (
        <Text size="sm" c="dimmed" mb="xs">
          {note}
        </Text>
      )}
      {children}
    </Paper>
  );
}
