/** Placeholders stand where data are awaited, and banners where something has failed. */

import { Alert, Button, Center, Group, Loader, Skeleton, Stack, Text, VisuallyHidden } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import classes from "./error-banner.module.css";

const SHOW_AFTER_MS = 250;

/** A spinner that appears only after a short delay, so that fast responses do not flash it. */
export function LoadingPage({ label = "Loading" }: { label?: string }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Center mih="40vh" role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {late && <Loader size="sm" />}
    </Center>
  );
}

/** Reserves the space of `rows` lines of text, so that the layout does not shift when they load. */
export function LoadingLines({ rows, height = 20 }: { rows: number; height?: number }) {
  return (
    <Stack gap="xs" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <Skeleton key={row} height={height} />
      ))}
    </Stack>
  );
}

/** Something on this page failed and stays so until something is done. Read out by screen readers at once. */
export function ErrorBanner({
  message,
  children,
  onRetry,
  retryLabel = "Try again",
}: {
  message: string;
  children?: ReactNode;
  onRetry?: () => void;
  retryLabel?: string;
}) {
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={18} />}
      classNames={classes}
    >
      <Group justify="space-between" gap="sm" wrap="wrap">
        <Text size="md">{message}</Text>
        {onRetry && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {retryLabel}
          </Button>
        )}
      </Group>
      {children}
    </Alert>
  );
}
