import { Anchor, Stack, Text } from "@mantine/core";
import type { EmulatorExport } from "@understudy/shared/api/emulator-export.ts";
import { EXPORT_FORMATS, type ExportFormat } from "@understudy/shared/domain/export-format.ts";
import { remainingText, stepText } from "./progress-texts.ts";
import { StepBar } from "./step-bar.tsx";
import { useJobExports } from "./use-job-exports.ts";

type Props = { jobId: number; onOpen: (format: ExportFormat) => void };

/** The exports that somebody waits for, for everybody who looks at the page. */
export function ExportsUnderWay({ jobId, onOpen }: Props) {
  const { exports } = useJobExports(jobId);
  return exports?.filter(isAwaited).map((pending) => (
    <Stack
      key={pending.id}
      gap={4}
      role="group"
      aria-label={`Export as ${EXPORT_FORMATS[pending.format].label}`}
    >
      <Anchor component="button" type="button" size="xs" ta="left" onClick={() => onOpen(pending.format)}>
        {EXPORT_FORMATS[pending.format].label}: {stepText(pending)}
      </Anchor>
      <StepBar shown={pending} />
      <Text size="xs" c="dimmed">
        {remainingText(pending.remaining_seconds)}
      </Text>
    </Stack>
  ));
}

const isAwaited = ({ state, is_ahead }: EmulatorExport): boolean =>
  !is_ahead && (state === "queued" || state === "running");
