import {
  Button,
  Checkbox,
  CopyButton,
  Group,
  Paper,
  ScrollArea,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import { IconCheck, IconCopy, IconRefresh, IconReplace, IconTrash } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import { type DataOptions, NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { type ReactNode, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import { call } from "#api/call.ts";
import { setJobConfig, upsertJob, useJobConfig } from "#data/jobs.ts";
import { notifySuccess } from "#ui/banner-messages.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { fieldError } from "#ui/field-errors.ts";
import { ErrorBanner } from "#ui/load-states.tsx";
import { ProblemList } from "#ui/problem-list.tsx";
import { useAction } from "#ui/use-action.ts";
import { FileField } from "#uploads/file-field.tsx";
import { mismatchText } from "#uploads/preview-text.ts";
import { type FileUpload, getFile, useFileUpload } from "#uploads/use-file-upload.ts";
import { usePreview } from "#uploads/use-preview.ts";
import classes from "./validation-failed.module.css";
import { helpfulOptions, reportText } from "./validation-report.ts";

/** All problems of one file, scrolled by itself and reachable by keyboard. */
function FileProblems({ field, sentences }: { field: string; sentences: readonly string[] }) {
  return (
    <section>
      <Title order={2} mb={4}>
        {field}{" "}
        <Text component="span" c="dimmed" size="sm" fw={400}>
          {sentences.length} {sentences.length === 1 ? "line" : "lines"}
        </Text>
      </Title>
      <Paper withBorder>
        <ScrollArea.Autosize
          mah={220}
          type="auto"
          viewportProps={{ tabIndex: 0, "aria-label": `Problems in the ${field}`, role: "region" }}
        >
          <ul className={classes.list}>
            {sentences.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </ScrollArea.Autosize>
      </Paper>
    </section>
  );
}

/** The files are not sound: what is wrong with them, and what can be done about it. */
export function ValidationFailed({ job }: { job: Job }) {
  const { config } = useJobConfig(job.id);
  const [changed, setChanged] = useState<Partial<DataOptions>>({});
  const { run, busy } = useAction("retrying the job");
  const [isReplacing, setIsReplacing] = useState(false);
  const errors = job.validation_errors ?? {};
  const stored = config?.data_options ?? null;
  const options = useMemo(
    (): DataOptions => ({ ...NO_DATA_OPTIONS, ...stored, ...changed }),
    [stored, changed],
  );
  const isFromFiles = job.can_be_changed && job.is_data_driven;

  const retry = () =>
    run(async () => {
      const params = { job_id: job.id };
      if (Object.keys(changed).length > 0)
        setJobConfig(job.id, await call("updateJobConfig", { params, body: { data_options: options } }));
      upsertJob(await call("retryJob", { params }));
    });

  return (
    <Stack gap="md" maw={960}>
      <ErrorBanner message={MESSAGES.validating}>
        {job.error !== null && job.validation_errors === null && <Text size="sm">{job.error}</Text>}
      </ErrorBanner>
      {Object.entries(errors).map(([field, sentences]) => (
        <FileProblems key={field} field={field} sentences={sentences} />
      ))}
      {job.can_be_changed && (
        <Stack gap="xs">
          {helpfulOptions(errors, stored).map(({ option, label, description }) => (
            <Checkbox
              key={option}
              label={label}
              description={description}
              checked={options[option]}
              onChange={(event) => setChanged({ ...changed, [option]: event.currentTarget.checked })}
            />
          ))}
        </Stack>
      )}
      {isFromFiles && isReplacing && (
        <ReplaceFiles job={job} options={options} onClose={() => setIsReplacing(false)} />
      )}
      <Group gap="xs">
        {job.can_be_changed && (
          <Button
            variant={isReplacing ? "default" : "filled"}
            leftSection={<IconRefresh size={16} />}
            loading={busy}
            onClick={() => void retry()}
          >
            Retry
          </Button>
        )}
        {isFromFiles && !isReplacing && (
          <Button
            variant="default"
            leftSection={<IconReplace size={16} />}
            onClick={() => setIsReplacing(true)}
          >
            Replace file
          </Button>
        )}
        {Object.keys(errors).length > 0 && (
          <CopyButton value={reportText(errors)}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                onClick={copy}
              >
                {copied ? "Copied" : "Copy the report"}
              </Button>
            )}
          </CopyButton>
        )}
        {job.can_be_deleted && (
          <DeleteJob job={job}>
            <IconTrash size={16} />
          </DeleteJob>
        )}
      </Group>
    </Stack>
  );
}

/** Deletes the job after asking, and leaves its page. */
function DeleteJob({ job, children }: { job: Pick<Job, "id" | "name">; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  const navigate = useNavigate();
  const { run, busy } = useAction("deleting the job", { message: () => MESSAGES.deletingItems("job") });
  const remove = () =>
    run(async () => {
      await call("deleteJobs", { body: { ids: [job.id] } });
      notifySuccess(MESSAGES.deletedItems(1, "job"));
      await navigate("/jobs");
    });
  return (
    <>
      <Button variant="default" c="red" leftSection={children} onClick={() => setOpened(true)}>
        Delete
      </Button>
      <ConfirmDialog
        opened={opened}
        title="Delete this job?"
        text={`"${job.name}" and its data will be gone for everybody.`}
        confirmLabel="Delete"
        busy={busy}
        onConfirm={() => void remove()}
        onClose={() => setOpened(false)}
      />
    </>
  );
}

type Props = { job: Pick<Job, "id">; options: DataOptions; onClose: () => void };

/** Takes other files for a job whose files are not sound: its name and its settings stay. */
function ReplaceFiles({ job, options, onClose }: Props) {
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
