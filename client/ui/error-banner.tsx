import { Alert, Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./error-banner.module.css";

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
