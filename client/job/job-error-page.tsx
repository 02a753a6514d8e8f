import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { Link } from "react-router-dom";
import type { ApiFailure } from "#api/call.ts";
import { Logo } from "#ui/logo.tsx";
import { usePageTitle } from "#ui/use-page-title.ts";

type Props = { failure?: ApiFailure; text?: string; onRetry: () => void };

/** Shown instead of a job that cannot be loaded. */
export function JobErrorPage({ failure, text = MESSAGES.loadingJob, onRetry }: Props) {
  usePageTitle(MESSAGES.loadingJobTitle);
  return (
    <Stack align="center" gap="sm" pt="12vh" px="md" ta="center" role="alert">
      <Logo size={44} />
      <Title order={1}>{MESSAGES.loadingJobTitle}</Title>
      <Text>{text}</Text>
      {failure && (
        <Text c="dimmed" size="sm">
          {failure.message}
        </Text>
      )}
      <Group mt="xs">
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
        <Button component={Link} to="/jobs">
          Back to the jobs
        </Button>
      </Group>
    </Stack>
  );
}
