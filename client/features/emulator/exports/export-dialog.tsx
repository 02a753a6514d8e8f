import { Alert, Button, Divider, Group, Modal, Radio, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { EmulatorExport } from "@understudy/shared/api/emulator-export.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { EXPORT_FORMATS, type ExportFormat, exportFormat } from "@understudy/shared/domain/export-format.ts";
import { useEffect, useRef, useState } from "react";
import { call } from "#api/call.ts";
import { removeExport, upsertExport } from "#data/emulator-exports.ts";
import { GuideLink } from "#ui/guide-link.tsx";
import { ErrorBanner } from "#ui/load-states.tsx";
import { useAction } from "#ui/use-action.ts";
import { ExportOptionsForm } from "./export-options-form.tsx";
import { ExportResultView } from "./export-result.tsx";
import { type Choice, createOptions, initialChoice, terminalProblems } from "./options.ts";
import { remainingText, stepText } from "./progress-texts.ts";
import { StepBar } from "./step-bar.tsx";
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

/** The progress of an export, or the reason why there is none. */
function ExportProgress({ shown }: { shown: EmulatorExport }) {
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

type FormatChoiceProps = { value: ExportFormat; onChange: (format: ExportFormat) => void };

/** The formats, each with its purpose. */
function FormatChoice({ value, onChange }: FormatChoiceProps) {
  const choose = (name: string) => {
    const format = exportFormat.options.find((option) => option === name);
    if (format !== undefined) onChange(format);
  };
  return (
    <Radio.Group label="Format" value={value} onChange={choose}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mt={6}>
        {exportFormat.options.map((format) => (
          <Radio
            key={format}
            value={format}
            label={EXPORT_FORMATS[format].label}
            description={EXPORT_FORMATS[format].purpose}
          />
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}
