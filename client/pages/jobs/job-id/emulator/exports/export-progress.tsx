import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { EmulatorExport } from "@understudy/shared/api/emulator-export.ts";
import { call } from "#api/call.ts";
import { removeExport } from "#data/emulator-exports.ts";
import { useAction } from "#ui/use-action.ts";
import { remainingText, stepText } from "./progress-texts.ts";
import { StepBar } from "./step-bar.tsx";

/** The progress of an export, or the reason why there is none. */
export function ExportProgress({ shown }: { shown: EmulatorExport }) {
  const { run, busy } = useAction("cancelling the export");
  const { id, job_id, state, text, step, is_ahead, remaining_seconds } = shown;
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
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm" fw={500} role="status">
          {stepText(shown)}
        </Text>
        <Button size="compact-sm" variant="default" onClick={cancel} loading={busy}>
          Cancel
        </Button>
      </Group>
      <StepBar shown={shown} />
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          {step === null ? "" : text}
        </Text>
        <Text size="xs" c="dimmed">
          {remainingText(remaining_seconds)}
        </Text>
      </Group>
      {is_ahead && (
        <Text size="xs" c="dimmed">
          It is made ahead while nothing else needs the processor. Export to have it sooner.
        </Text>
      )}
    </Stack>
  );
}
