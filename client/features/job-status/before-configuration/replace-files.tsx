import { Button, Group, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { DataOptions } from "@understudy/shared/api/job-config.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useState } from "react";
import { call } from "#api/call.ts";
import { upsertJob } from "#data/jobs.ts";
import { fieldError } from "#ui/field-errors.ts";
import { ProblemList } from "#ui/problem-list.tsx";
import { useAction } from "#ui/use-action.ts";
import { FileField } from "#uploads/file-field.tsx";
import { mismatchText } from "#uploads/preview-text.ts";
import { type FileUpload, getFile, useFileUpload } from "#uploads/use-file-upload.ts";
import { usePreview } from "#uploads/use-preview.ts";

type Props = { job: Pick<Job, "id">; options: DataOptions; onClose: () => void };

/** Takes other files for a job whose files are not sound: its name and its settings stay. */
export function ReplaceFiles({ job, options, onClose }: Props) {
  const inputs = useFileUpload();
  const outputs = useFileUpload();
  const inputPreview = usePreview(getFile(inputs.state), "Parameters File", options);
  const outputPreview = usePreview(getFile(outputs.state), "Outputs File", options);
  const [isAsked, setIsAsked] = useState(false);
  const { run, busy, failure } = useAction("replacing the files", {
    message: ({ fields }) => (Object.keys(fields).length > 0 ? null : MESSAGES.action("replacing the files")),
  });
  const chosen = [inputs, outputs].filter(({ state }) => state.status !== "empty");
  const isUnusable = [inputPreview, outputPreview].some((preview) => preview !== null && "notCsv" in preview);
  const mismatch = mismatchText(inputPreview, outputPreview);
  const required = isAsked && chosen.length === 0 ? MESSAGES.fileRequired : null;

  const replace = () => {
    setIsAsked(true);
    if (chosen.length === 0 || isUnusable) return;
    void run(async () => {
      const [input_file_id, output_file_id] = await Promise.all([inputs.finished(), outputs.finished()]);
      // A failed upload is shown at its field.
      if (isLost(inputs, input_file_id) || isLost(outputs, output_file_id)) return;
      const body = { input_file_id, output_file_id };
      upsertJob(await call("replaceJobFiles", { params: { job_id: job.id }, body }));
    });
  };

  return (
    <Paper withBorder p="md" component="section" aria-labelledby="replace-file">
      <Stack gap="sm">
        <Title order={2} id="replace-file">
          Replace file
        </Title>
        <Text size="sm" c="dimmed">
          Choose the corrected file, or both. A file that you do not choose stays, as do the job's name and
          settings.
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <FileField
            label="Parameters File"
            description="A header row, then one row per run."
            required={false}
            error={required ?? fieldError(failure?.fields ?? {}, "input_file")}
            upload={inputs}
            preview={inputPreview}
          />
          <FileField
            label="Outputs File"
            description="A header row and the same number of rows."
            required={false}
            error={required ?? fieldError(failure?.fields ?? {}, "output_file")}
            upload={outputs}
            preview={outputPreview}
          />
        </SimpleGrid>
        {mismatch !== null && <ProblemList problems={[mismatch]} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={busy} onClick={replace}>
            Replace and validate
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

const isLost = ({ state }: FileUpload, id: string | null): boolean => state.status !== "empty" && id === null;
