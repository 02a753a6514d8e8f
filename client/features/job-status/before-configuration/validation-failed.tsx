import { Button, Checkbox, CopyButton, Group, Paper, ScrollArea, Stack, Text, Title } from "@mantine/core";
import { IconCheck, IconCopy, IconRefresh, IconReplace, IconTrash } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import { type DataOptions, NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { type ReactNode, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import { call } from "#api/call.ts";
import { setJobConfig, upsertJob, useJobConfig } from "#data/jobs.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { ErrorBanner } from "#ui/error-banner.tsx";
import { notifySuccess } from "#ui/notify.ts";
import { useAction } from "#ui/use-action.ts";
import { ReplaceFiles } from "./replace-files.tsx";
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
