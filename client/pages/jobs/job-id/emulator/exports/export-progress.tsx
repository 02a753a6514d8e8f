import { Alert, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { EmulatorExport } from "@understudy/shared/api/emulator-export.ts";
import { call } from "../../../../../api/call.ts";
import { useAction } from "../../../../../hooks/use-action.ts";
import { removeExport } from "../../../../../store/emulator-exports.ts";

/** How far an export is, or why there is none. */
export function ExportProgress({ shown }: { shown: EmulatorExport }) {
  const { run, busy } = useAction("cancelling the export");
  const { id, job_id, state, text, progress } = shown;
  if (state === "failed") {
    return (
      <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} role="alert">
        {text}
      </Alert>
    );
  }
  const cancel = () =>
    void run(async () => {
      await call("deleteExport", { params: { job_id, export_id: id } });
      removeExport(job_id, id);
    });
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" role="status">
          {text}
        </Text>
        <Button size="compact-sm" variant="default" onClick={cancel} loading={busy}>
          Cancel
        </Button>
      </Group>
      <Progress
        value={100 * progress}
        animated={state === "running"}
        aria-label="Progress of the export"
        size="md"
      />
    </Stack>
  );
}
