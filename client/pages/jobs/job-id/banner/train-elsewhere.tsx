import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { call } from "../../../../api/call.ts";
import { useAction } from "../../../../hooks/use-action.ts";
import { useConnectedServers } from "../../../../hooks/use-connected-servers.ts";
import { upsertJob } from "../../../../store/jobs.ts";
import { ON_PLATFORM, type TrainingLocation, trainingServers } from "../training-config/training-location.ts";

/** Other locations for a training, which continues there from its last checkpoint. Nothing where there is no other. */
export function TrainElsewhere({ job }: { job: Job }) {
  const { servers } = useConnectedServers();
  const { run, busy } = useAction("moving the training", {
    message: ({ fields }) => Object.values(fields).flat()[0] ?? MESSAGES.action("moving the training"),
  });
  const here = job.training_server?.id ?? null;
  const otherServers = trainingServers(servers ?? []).filter(
    ({ id, held_back }) => id !== here && held_back === null,
  );
  if (otherServers.length === 0 && here === null) return null;
  const move = (body: TrainingLocation) =>
    run(async () => {
      upsertJob(await call("moveTraining", { params: { job_id: job.id }, body }));
    });
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button size="xs" variant="default" loading={busy} rightSection={<IconChevronDown size={14} />}>
          Change training location
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {here !== null && (
          <Menu.Item onClick={() => void move(ON_PLATFORM)}>On this platform's CPUs</Menu.Item>
        )}
        {otherServers.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => void move({ train_on: "server", resource_id: id })}>
            On {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
