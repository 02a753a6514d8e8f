import { Button, Divider, Group, Modal, Stack, Text } from "@mantine/core";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { EXPORT_FORMATS, type ExportFormat } from "@understudy/shared/domain/export-format.ts";
import { useEffect, useRef, useState } from "react";
import { call } from "#api/call.ts";
import { upsertExport } from "#data/emulator-exports.ts";
import { ErrorBanner } from "#ui/error-banner.tsx";
import { GuideLink } from "#ui/guide-link.tsx";
import { useAction } from "#ui/use-action.ts";
import { ExportOptionsForm } from "./export-options-form.tsx";
import { ExportProgress } from "./export-progress.tsx";
import { ExportResultView } from "./export-result.tsx";
import { FormatChoice } from "./format-choice.tsx";
import { type Choice, createOptions, initialChoice, terminalProblems } from "./options.ts";
import { useJobExports } from "./use-job-exports.ts";

type Props = { jobId: number; config: JobConfig; initial: ExportFormat; onClose: () => void };

/** Chooses a format with its options, shows how far the export is, and then the file with how true it is to the emulator. */
export function ExportDialog({ jobId, config, initial, onClose }: Props) {
  const [choice, setChoice] = useState<Choice>(() => initialChoice(initial, config));
  const [requested, setRequested] = useState<string | null>(null);
  const { exports, failure, reload } = useJobExports(jobId);
  const { run, busy } = useAction("exporting the emulator");
  const { format } = choice;
  const candidates = exports?.filter((candidate) => candidate.format === format) ?? [];
  const shown =
    candidates.find(({ id }) => id === requested) ??
    candidates.find(({ is_ahead }) => !is_ahead) ??
    candidates[0] ??
    null;
  // An export that is made ahead does not count as under way: requesting it gives it the priority of a request.
  const isUnderWay =
    shown !== null && !shown.is_ahead && (shown.state === "queued" || shown.state === "running");
  const isValid = choice.outputs.length > 0 && Object.keys(terminalProblems(choice)).length === 0;
  const shownRef = useRef<HTMLDivElement>(null);
  const state = shown?.state ?? null;
  // What was asked for stands below the options, and grows once it is complete.
  useEffect(() => {
    if (requested !== null && state !== null) shownRef.current?.scrollIntoView({ block: "nearest" });
  }, [requested, state]);
  const create = () =>
    void run(async () => {
      const body = { format, options: createOptions(choice) };
      const made = await call("createExport", { params: { job_id: jobId }, body });
      setRequested(made.id);
      upsertExport(made);
    });
  return (
    <Modal
      opened
      onClose={onClose}
      title="Download model"
      size="xl"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text size="sm">
            The emulator as a file for other programs, with test vectors and a self-test that compares the
            file with this emulator.
          </Text>
          <GuideLink topic="exports" />
        </Group>
        {failure !== null && <ErrorBanner message={failure.message} onRetry={() => void reload()} />}
        <FormatChoice
          value={format}
          onChange={(next) => {
            setChoice({ ...choice, format: next });
            setRequested(null);
          }}
        />
        <ExportOptionsForm
          choice={choice}
          config={config}
          onChange={(change) => setChoice({ ...choice, ...change })}
        />
        <Group justify="flex-end">
          <Button onClick={create} loading={busy} disabled={isUnderWay || !isValid}>
            Export as {EXPORT_FORMATS[format].label}
          </Button>
        </Group>
        {shown !== null && (
          <Stack gap="md" ref={shownRef}>
            <Divider />
            {shown.state === "complete" ? (
              <ExportResultView shown={shown} config={config} />
            ) : (
              <ExportProgress shown={shown} />
            )}
          </Stack>
        )}
      </Stack>
    </Modal>
  );
}
