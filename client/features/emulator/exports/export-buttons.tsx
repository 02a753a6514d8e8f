import { Anchor, Button, Stack, Text } from "@mantine/core";
import { IconCpu, IconDownload, IconWorld } from "@tabler/icons-react";
import type { EmulatorExport } from "@understudy/shared/api/emulator-export.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { EXPORT_FORMATS, type ExportFormat } from "@understudy/shared/domain/export-format.ts";
import { lazy, Suspense, useState } from "react";
import { useCurrentUser } from "#data/current-user.ts";
import { remainingText, stepText } from "./progress-texts.ts";
import { StepBar } from "./step-bar.tsx";
import { useJobExports } from "./use-job-exports.ts";

const ExportDialog = lazy(async () => ({ default: (await import("./export-dialog.tsx")).ExportDialog }));

/** The buttons, each with the format that its dialog proposes first. */
const DOWNLOAD_BUTTONS = [
  { label: "Download Verilog-A", first: "verilog-a", icon: IconCpu },
  { label: "Download model", first: "python", icon: IconDownload },
  { label: "Download page", first: "page", icon: IconWorld },
] as const satisfies readonly { label: string; first: ExportFormat; icon: typeof IconCpu }[];

/** Opens the dialog that exports the emulator. Restricted people have it where an admin allows it. */
export function ExportButtons({ jobId, config }: { jobId: number; config: JobConfig }) {
  const { may_download_models: isAllowed } = useCurrentUser();
  const [format, setFormat] = useState<ExportFormat | null>(null);
  if (!isAllowed) return null;
  return (
    <>
      <Stack gap="xs">
        {DOWNLOAD_BUTTONS.map(({ label, first, icon: Icon }) => (
          <Button
            key={first}
            size="xs"
            variant="default"
            leftSection={<Icon size={14} />}
            onClick={() => setFormat(first)}
          >
            {label}
          </Button>
        ))}
        <ExportsUnderWay jobId={jobId} onOpen={setFormat} />
      </Stack>
      <Suspense fallback={null}>
        {format !== null && (
          <ExportDialog jobId={jobId} config={config} initial={format} onClose={() => setFormat(null)} />
        )}
      </Suspense>
    </>
  );
}

type Props = { jobId: number; onOpen: (format: ExportFormat) => void };

/** The exports that somebody waits for, for everybody who looks at the page. */
function ExportsUnderWay({ jobId, onOpen }: Props) {
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
