import { ActionIcon, Group, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import { call } from "../../../api/call.ts";
import { useAction } from "../../../hooks/use-action.ts";
import { upsertJob } from "../../../store/jobs.ts";
import { AddTag } from "./add-tag.tsx";
import classes from "./job-header.module.css";

/** The tags of a job; who may change it may add and remove them here. */
export function JobTags({ job }: { job: Job }) {
  const { run, busy } = useAction("saving the tags");
  const names = job.tags.map(({ name }) => name);
  const save = (next: readonly string[]) =>
    run(async () => {
      const tags = next.map((name) => ({ name }));
      upsertJob(await call("updateJobTags", { params: { job_id: job.id }, body: { tags } }));
    });

  return (
    <Group gap={6} role="group" aria-label="Tags">
      {names.map((name) => (
        <Text component="span" key={name} className={classes.tag} data-removable={job.can_be_changed}>
          {name}
          {job.can_be_changed && (
            <ActionIcon
              variant="transparent"
              color="gray"
              size={18}
              disabled={busy}
              aria-label={`Remove the tag ${name}`}
              onClick={() => void save(names.filter((one) => one !== name))}
            >
              <IconX size={12} />
            </ActionIcon>
          )}
        </Text>
      ))}
      {job.can_be_changed && <AddTag taken={names} onAdd={(name) => save([...names, name])} />}
    </Group>
  );
}
