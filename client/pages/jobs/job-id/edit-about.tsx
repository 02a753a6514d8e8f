import { Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { call } from "../../../api/call.ts";
import { useAction } from "../../../hooks/use-action.ts";
import { upsertJob } from "../../../store/jobs.ts";

type Props = { job: Pick<Job, "id" | "name" | "description">; onClose: () => void };

/** The name and the description of a job, edited in their place. Escape leaves them as they were. */
export function EditAbout({ job, onClose }: Props) {
  const [name, setName] = useState(job.name);
  const [description, setDescription] = useState(job.description);
  const { run, busy } = useAction("saving the name and description");
  const nameBox = useRef<HTMLInputElement>(null);
  useEffect(() => nameBox.current?.focus(), []);
  const isNameless = name.trim() === "";

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isNameless) return;
    const body = { name, description };
    const isSaved = await run(async () =>
      upsertJob(await call("editJob", { params: { job_id: job.id }, body })),
    );
    if (isSaved) onClose();
  };

  return (
    <form
      noValidate
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <Stack gap="xs" maw={720} mb="xs">
        <TextInput
          aria-label="Name"
          ref={nameBox}
          maxLength={MAX_NAME_LENGTH}
          value={name}
          error={isNameless ? MESSAGES.nameRequired : null}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          aria-label="Description"
          placeholder="Description"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={MAX_DESCRIPTION_LENGTH}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={busy}>
            Save
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
