import { Button, Stack } from "@mantine/core";
import { IconCpu, IconDownload } from "@tabler/icons-react";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { ExportFormat } from "@understudy/shared/domain/export-format.ts";
import { lazy, Suspense, useState } from "react";
import { useCurrentUser } from "#data/current-user.ts";
import { ExportsUnderWay } from "./exports-under-way.tsx";

const ExportDialog = lazy(async () => ({ default: (await import("./export-dialog.tsx")).ExportDialog }));

/** Opens the dialog that exports the emulator. Restricted people have it where an admin allows it. */
export function ExportButtons({ jobId, config }: { jobId: number; config: JobConfig }) {
  const { may_download_models: isAllowed } = useCurrentUser();
  const [format, setFormat] = useState<ExportFormat | null>(null);
  if (!isAllowed) return null;
  return (
    <>
      <Stack gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCpu size={14} />}
          onClick={() => setFormat("verilog-a")}
        >
          Download Verilog-A
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} />}
          onClick={() => setFormat("python")}
        >
          Download model
        </Button>
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
