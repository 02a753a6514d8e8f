import { Button, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Logo } from "./logo.tsx";
import { usePageTitle } from "./use-page-title.ts";

/** A page that shows only a message. */
export function MessagePage({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children?: ReactNode;
}) {
  usePageTitle(title);
  return (
    <Stack align="center" gap="sm" pt="12vh" px="md" ta="center">
      <Logo size={44} />
      <Title order={1}>{title}</Title>
      <Text c="dimmed">{text}</Text>
      <Group mt="xs" justify="center">
        {children}
        <Button component="a" href="/">
          Go to the home page
        </Button>
      </Group>
    </Stack>
  );
}
