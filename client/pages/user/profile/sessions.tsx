import { Button, Group, Stack, Text, Title } from "@mantine/core";
import type { OwnSession } from "@understudy/shared/api/profile.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { DataTable } from "#ui/data-table.tsx";
import { ErrorBanner } from "#ui/error-banner.tsx";
import { LoadingLines } from "#ui/loading.tsx";
import { sessionColumns } from "./session-columns.tsx";
import { useSessions } from "./use-sessions.ts";

/** Rows need a number each: an id is a text. */
const rowNumber = ({ id }: OwnSession): number => Number.parseInt(id.slice(0, 12), 16);

/** The browsers in which the user is logged in. */
export function Sessions() {
  const { sessions, failure, reload, end, endOthers, busy } = useSessions();
  const otherSessions = sessions?.filter(({ is_current }) => !is_current) ?? [];
  return (
    <Stack gap="sm" component="section" aria-labelledby="sessions">
      <Group justify="space-between" gap="sm">
        <Title order={2} id="sessions">
          Sessions
        </Title>
        {otherSessions.length > 0 && (
          <Button variant="default" size="sm" loading={busy} onClick={() => void endOthers()}>
            End All Others
          </Button>
        )}
      </Group>
      <Text c="dimmed" maw={720}>
        Browsers in which you are logged in. If you do not recognise one, end it and change your password.
      </Text>
      {failure !== null && <ErrorBanner message={MESSAGES.loadingItems("session")} onRetry={reload} />}
      {sessions === null && failure === null && <LoadingLines rows={3} height={29} />}
      {sessions !== null && (
        <DataTable<OwnSession>
          label="Sessions"
          columns={sessionColumns((session) => void end(session), busy)}
          rows={sessions}
          id={rowNumber}
          sort={{ by: "last_used_time", order: "descending" }}
          onSort={() => {}}
        />
      )}
    </Stack>
  );
}
